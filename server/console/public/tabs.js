import { byId } from './dom.js';

/** Tabs of the ARIA practices: a single tab stop, arrow keys, Home and End. `onShow` receives the name of the tab. */
export function setUpTabs(onShow) {
  const tabs = [...document.querySelectorAll('[role=tab]')];
  const nameOf = (tab) => tab.id.replace('tab-', '');

  function show(name) {
    for (const tab of tabs) {
      const chosen = nameOf(tab) === name;
      tab.setAttribute('aria-selected', String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
      byId(tab.getAttribute('aria-controls')).hidden = !chosen;
    }
  }

  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener('click', () => onShow(nameOf(tab)));
    tab.addEventListener('keydown', (event) => {
      const places = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 };
      if (!Object.hasOwn(places, event.key)) return;
      event.preventDefault();
      const next = tabs.at(places[event.key] % tabs.length);
      next.focus();
      onShow(nameOf(next));
    });
  }
  return { show: (name) => show(tabs.some((tab) => nameOf(tab) === name) ? name : nameOf(tabs[0])) };
}
