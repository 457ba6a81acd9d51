/**
 * Collects the texts, images and contact links of the document, in the page. `details` are opened first, as a visitor can. An
 * element is visible if `checkVisibility` holds and its box lies within the page and exceeds one pixel. `attribute` has the number
 * of an element.
 */
export async function collect(attribute) {
  for (const details of document.querySelectorAll('details')) details.open = true;
  const loading = [...document.images].map(async (image) => {
    image.loading = 'eager';
    const isLoaded = (resolve) => ['load', 'error'].map((type) => image.addEventListener(type, resolve));
    if (!image.complete) await new Promise(isLoaded);
  });
  await Promise.race([Promise.all(loading), new Promise((resolve) => setTimeout(resolve, 3000))]);
  const FILE = /^(?!data:)[^\s"'<>]+\.(?:jpe?g|png|webp|avif|gif|svg)(?:[?#]|$)/i;
  const width = document.documentElement.scrollWidth;
  const inPage = (box) =>
    box.width > 1 && box.height > 1 && box.right + scrollX > 0 && box.bottom + scrollY > 0 && box.left < width;
  // The ancestor that clips an element to at most one pixel. A positioned element escapes the overflow of static ancestors.
  const cutter = (element) => {
    let escapes = false;
    for (let around = element; around && around !== document.body; around = around.parentElement) {
      const style = getComputedStyle(around);
      const isPlaced = /absolute|fixed/.test(style.position);
      const box = around.getBoundingClientRect();
      const isTiny = box.width <= 1 || box.height <= 1;
      if (
        isTiny &&
        /hidden|clip|auto|scroll/.test(style.overflow) &&
        !(escapes && style.position === 'static') &&
        style.display !== 'inline'
      )
        return around;
      if (/^inset\((?:50|100)%\)/.test(style.clipPath)) return around;
      const sides =
        isPlaced && style.clip.startsWith('rect') ? style.clip.slice(5, -1).split(',').map(parseFloat) : undefined;
      if (sides && (sides[2] - sides[0] <= 1 || sides[1] - sides[3] <= 1)) return around;
      if (style.position === 'fixed') return undefined;
      escapes = isPlaced || (escapes && style.position === 'static');
    }
    return undefined;
  };
  const isVisible = (element, boxes, isLazy = false) =>
    element.checkVisibility({ opacityProperty: !isLazy, visibilityProperty: !isLazy, contentVisibilityAuto: true }) &&
    boxes.some(inPage) &&
    !cutter(element);
  const named = (element) =>
    element.localName +
    [...element.classList]
      .slice(0, 3)
      .map((name) => '.' + name)
      .join('');
  const isInvisible = (element) => getComputedStyle(element).visibility !== 'visible';
  const hidingOf = (element) => {
    for (let around = element; around.parentElement; around = around.parentElement) {
      const { display, opacity } = getComputedStyle(around);
      if (display === 'none') return 'display of ' + named(around);
      if (opacity === '0') return 'opacity of ' + named(around);
      if (isInvisible(around) && !isInvisible(around.parentElement)) return 'visibility of ' + named(around);
    }
    return 'box of ' + named(cutter(element) ?? element);
  };
  const ICON_FONT = /icon|awesome|etmodules|glyph/i;
  const found = [];
  const add = (kind, value, isShown, element) => {
    const number = element.closest(`[${attribute}]`)?.getAttribute(attribute);
    const hiding = isShown ? undefined : hidingOf(element);
    found.push({ kind, value, isVisible: isShown, hiding, element: number });
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeType === 3) {
      const around = node.parentElement;
      if (
        node.data.trim() === '' ||
        around.closest('script, style, noscript, template, textarea, select, svg, [data-cfemail]')
      )
        continue;
      if (ICON_FONT.test(getComputedStyle(around).fontFamily)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const boxes = [...range.getClientRects()];
      add('text', node.data, isVisible(around, boxes), around);
    } else if (node.localName === 'img') {
      // The file of a lazy image is in another attribute, and the image transparent, until a script loads it.
      const file = [...Object.values(node.dataset), node.currentSrc, node.src].find((value) => FILE.test(value));
      add('image', file || node.src, isVisible(node, [node.getBoundingClientRect()], file !== node.currentSrc), node);
    } else if (node.localName === 'a' && /^(tel:|mailto:|https:..(wa\.me|api\.whatsapp\.com))/.test(node.href)) {
      const boxes = [node, ...node.querySelectorAll('*')].flatMap((one) => Array.from(one.getClientRects()));
      add('link', node.href, isVisible(node, boxes), node);
    }
  }
  return found;
}
