import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readPage } from '../../../sync/markdown/parse/page.ts';
import { leadsTo } from '../../../sync/wordpress/moved-on.ts';

const HERE = 'https://llaveytejo.example/madrid/';
const target = (html: string) =>
  leadsTo(readPage(`<!doctype html><html><head>${html}</head><body></body></html>`), {}, HERE);
const THERE = 'https://llaveytejo.example/contacto/';

describe('leadsTo', () => {
  it('reads a Refresh element and a Refresh header, however they are written', () => {
    for (const content of [
      '0;url=/contacto/',
      '0; URL="/contacto/"',
      '5 , ../contacto/',
      "3;url='/contacto/' ",
      '0.5 /contacto/',
    ]) {
      assert.equal(target(`<meta http-equiv='refresh' content='${content.replaceAll("'", '&#39;')}'>`), THERE, content);
      assert.equal(leadsTo(readPage(''), { refresh: content }, HERE), THERE, content);
    }
    assert.equal(target('<meta http-equiv="refresh"content="0;url=/contacto/">'), THERE);
    assert.equal(target('<META CONTENT="0;URL=https://otra.example/" HTTP-EQUIV=Refresh>'), 'https://otra.example/');
  });

  it('reads a script that does nothing but send visitors away', () => {
    for (const script of [
      'window.location.href = "/contacto/";',
      "location='/contacto/'",
      'window.location.replace("/contacto/")',
      'top.location.assign(`/contacto/`);\n',
      '/* <![CDATA[ */\nwindow.location.href="/contacto/";\n/* ]]> */',
      '//<![CDATA[\nlocation.replace("/contacto/") // ahora\n//]]>',
      '<!--\nlocation = "/contacto/"\n//-->',
      'setTimeout(function(){ window.location.href = "/contacto/"; }, 0);',
      'window.setTimeout(() => location.assign("/contacto/"), 3000)',
      'window.onload = function () { location.href = "/contacto/" }',
      'document.addEventListener("DOMContentLoaded", () => { location.replace("/contacto/"); });',
      'jQuery(document).ready(function ($) { window.location.href = "/contacto/"; });',
      '$(function () { location = "/contacto/" })',
      '(function () { "use strict"; setTimeout(function () { location.href = "/contacto/"; }, 500); })();',
      '!function(){location.replace("/contacto/")}();',
    ]) {
      assert.equal(target(`<script type="text/javascript">\n${script}</script>`), THERE, script);
    }
    assert.equal(
      leadsTo(readPage('<body class="page" onload="location.href=&#39;/contacto/&#39;">Hola</body>'), {}, HERE),
      THERE,
    );
  });

  it('reads a script that sends those away who are not logged in', () => {
    for (const script of [
      "if (!document.body.classList.contains('logged-in')) { window.location.href = '/contacto/'; }",
      "document.addEventListener('DOMContentLoaded', function () { if (!document.body.classList.contains('logged-in')) { location = '/contacto/' } });",
      "jQuery(document).ready(function ($) { if (!$('body').hasClass('logged-in')) window.location.replace('/contacto/'); });",
      "if (document.cookie.indexOf('wordpress_logged_in_') === -1) location.href = '/contacto/';",
    ]) {
      assert.equal(target(`<script>${script}</script>`), THERE, script);
    }
  });

  it('reads scripts that browsers run, at once or when a plugin turns them on', () => {
    for (const type of ['', 'module', ' Text/JavaScript ', 'application/x-javascript', 'rocketlazyloadscript']) {
      assert.equal(target(`<script type="${type}">location.href = "/contacto/"</script>`), THERE, type);
    }
  });

  it('knows what is within elements that scripts leave unused, however many and however they end', () => {
    const redirect = '<meta http-equiv="refresh" content="0;url=/contacto/">';
    assert.equal(target(`</noscript><noscript>x</noscript>${redirect}`), THERE);
    assert.equal(target(`${'<noscript>'.repeat(100_000)}${'</template>'.repeat(100_000)}${redirect}`), undefined);
  });

  it('takes nothing else for a redirect', () => {
    for (const html of [
      '<meta http-equiv="refresh" content="300">',
      '<meta http-equiv="refresh" content="; /contacto/">',
      '<meta http-equiv="refresh" content="0;url=">',
      '<meta http-equiv="refresh" content="5;url=/descargas/tarifas.zip">',
      '<script type="text/plain" data-cookieconsent="marketing">location.href = "/contacto/"</script>',
      '<script type="text/template">location.href = "/contacto/"</script>',
      '<script type="application/json">location.href = "/contacto/"</script>',
      '<script>/* location.href = "/contacto/" */</script>',
      '<script>setTimeout(function () { location.href = "/contacto/" }, 60000)</script>',
      '<script>addEventListener("click", () => { location.href = "/contacto/" })</script>',
      '<meta http-equiv="refresh" content="60;url=/contacto/">',
      '<noscript><meta http-equiv="refresh" content="0;url=/sin-script/"></noscript>',
      '<template><script>location.href = "/contacto/"</script></template>',
      '<!-- <meta http-equiv="refresh" content="0;url=/contacto/"> -->',
      '<script>if (navigator.language === "en") location.href = "/en/";</script>',
      '<script>if (document.body.classList.contains("logged-in")) { location.href = "/panel/"; }</script>',
      '<script>if (!loggedIn && isPrivate) location.href = "/contacto/";</script>',
      '<script>if (!loggedIn) { boton.onclick = () => { location.href = "/contacto/"; }; }</script>',
      '<script>if (!loggedIn) { $(".precio").hide(); } else { location.href = "/contacto/"; }</script>',
      '<script>function go() { location.href = "/contacto/"; }</script>',
      '<script>jQuery(".boton").on("click", function () { location.href = "/contacto/"; });</script>',
      '<script>(function () { setTimeout(function () { location.href = "/contacto/"; }, 60000); })();</script>',
      '<script>(function () { function go() { location.href = "/contacto/"; } })();</script>',
      '<body onload="iniciar()">',
      '<script>location.href = "tel:+34900000123"</script>',
      '<meta name="refresh" content="0;url=/contacto/">',
    ]) {
      assert.equal(target(html), undefined, html);
    }
  });
});
