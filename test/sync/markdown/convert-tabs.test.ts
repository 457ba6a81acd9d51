import { describe } from 'node:test';
import { examples } from './render.ts';

const PAIRED = '**Fugas**\n\nLas buscamos.\n\n**Atascos**\n\nLos quitamos.';

describe('convert, tabs with their panels', () => {
  examples({
    'of WordPress, all of whose panels are hidden': [
      '<div class="wp-block-tabs" data-wp-interactive="core/tabs"><div class="wp-block-tab-list" role="tablist" aria-label="Tabbed content">' +
        '<button type="button" role="tab" id="tab__t-0" aria-controls="t-0">Fugas</button><button type="button" role="tab" id="tab__t-1" aria-controls="t-1">Atascos</button></div>' +
        '<div class="wp-block-tab-panels"><section id="t-0" class="wp-block-tab-panel" role="tabpanel" aria-labelledby="tab__t-0" hidden><p>Las buscamos.</p></section>' +
        '<section id="t-1" class="wp-block-tab-panel" role="tabpanel" hidden><p>Los quitamos.</p></section></div></div>',
      PAIRED,
    ],
    'of Elementor, nested': [
      '<div class="e-n-tabs" data-widget-number="12"><div class="e-n-tabs-heading" role="tablist">' +
        '<button id="e-n-tab-title-121" class="e-n-tab-title" role="tab" data-tab-index="1" aria-controls="e-n-tab-content-121"><span class="e-n-tab-icon"><svg></svg></span><span class="e-n-tab-title-text">Fugas</span></button>' +
        '<button id="e-n-tab-title-122" class="e-n-tab-title" role="tab" data-tab-index="2" aria-controls="e-n-tab-content-122"><span class="e-n-tab-title-text">Atascos</span></button></div>' +
        '<div class="e-n-tabs-content"><div id="e-n-tab-content-121" role="tabpanel" class="e-active e-con"><p>Las buscamos.</p></div>' +
        '<div id="e-n-tab-content-122" role="tabpanel" class="e-con" style="display: none"><p>Los quitamos.</p></div></div></div>',
      PAIRED,
    ],
    'of Elementor, classic, with the titles for narrow screens': [
      '<div class="elementor-tabs"><div class="elementor-tabs-wrapper" role="tablist">' +
        '<div id="elementor-tab-title-1" class="elementor-tab-title elementor-tab-desktop-title" role="tab" data-tab="1" aria-controls="elementor-tab-content-1">Fugas</div>' +
        '<div id="elementor-tab-title-2" class="elementor-tab-title elementor-tab-desktop-title" role="tab" data-tab="2" aria-controls="elementor-tab-content-2">Atascos</div></div>' +
        '<div class="elementor-tabs-content-wrapper"><div class="elementor-tab-title elementor-tab-mobile-title" role="tab" data-tab="1" aria-controls="elementor-tab-content-1">Fugas</div>' +
        '<div id="elementor-tab-content-1" class="elementor-tab-content elementor-clearfix" role="tabpanel" hidden="false"><p>Las buscamos.</p></div>' +
        '<div class="elementor-tab-title elementor-tab-mobile-title" role="tab" data-tab="2" aria-controls="elementor-tab-content-2">Atascos</div>' +
        '<div id="elementor-tab-content-2" class="elementor-tab-content elementor-clearfix" role="tabpanel" hidden="hidden"><p>Los quitamos.</p></div></div></div>',
      PAIRED,
    ],
    'of Divi, whose links lead nowhere': [
      '<div class="et_pb_module et_pb_tabs et_pb_tabs_0"><ul class="et_pb_tabs_controls clearfix"><li class="et_pb_tab_3 et_pb_tab_active"><a href="#">Fugas</a></li>' +
        '<li class="et_pb_tab_4"><a href="#">Atascos</a></li></ul><div class="et_pb_all_tabs"><div class="et_pb_tab et_pb_tab_3 clearfix et_pb_active_content">' +
        '<div class="et_pb_tab_content"><p>Las buscamos.</p></div></div><div class="et_pb_tab et_pb_tab_4 clearfix"><div class="et_pb_tab_content"><p>Los quitamos.</p></div></div></div></div>',
      PAIRED,
    ],
    'of Bootstrap 5, in a nav': [
      '<nav><div class="nav nav-tabs" role="tablist"><button class="nav-link active" data-bs-toggle="tab" data-bs-target="#f" type="button">Fugas</button>' +
        '<button class="nav-link" data-bs-toggle="tab" data-bs-target="#a" type="button">Atascos</button></div></nav>' +
        '<div class="tab-content"><div class="tab-pane fade show active" id="f"><p>Las buscamos.</p></div><div class="tab-pane fade" id="a"><p>Los quitamos.</p></div></div>',
      PAIRED,
    ],
    'of Bootstrap 3, in an order of their own': [
      '<ul class="nav nav-tabs"><li class="active"><a data-toggle="tab" href="#f">Fugas</a></li><li><a data-toggle="tab" href="#a">Atascos</a></li></ul>' +
        '<div class="tab-content"><div id="a" class="tab-pane fade"><p>Los quitamos.</p></div><div id="f" class="tab-pane fade in active"><p>Las buscamos.</p></div></div>',
      '**Atascos**\n\nLos quitamos.\n\n**Fugas**\n\nLas buscamos.',
    ],
    'of Essential Addons': [
      '<div class="eael-advance-tabs"><div class="eael-tabs-nav"><ul class="eael-tab-inline-icon" role="tablist">' +
        '<li id="fugas" class="active eael-tab-item-trigger eael-tab-nav-item" data-tab="1" role="tab" aria-controls="fugas-tab"><span class="eael-tab-title title-after-icon">Fugas</span></li>' +
        '<li id="atascos" class="eael-tab-item-trigger eael-tab-nav-item" data-tab="2" role="tab" aria-controls="atascos-tab"><span class="eael-tab-title">Atascos</span></li></ul></div>' +
        '<div class="eael-tabs-content"><div id="fugas-tab" class="clearfix eael-tab-content-item active" data-title-link="fugas-tab"><p>Las buscamos.</p></div>' +
        '<div id="atascos-tab" class="clearfix eael-tab-content-item"><p>Los quitamos.</p></div></div></div>',
      PAIRED,
    ],
    'of Beaver Builder, which repeats every title in its panel': [
      '<div class="fl-tabs fl-tabs-horizontal"><div class="fl-tabs-labels fl-clearfix" role="tablist"><a href="#" class="fl-tabs-label fl-tab-active" id="fl-tabs-x-label-0" data-index="0" aria-controls="fl-tabs-x-panel-0" role="tab">Fugas</a>' +
        '<a href="#" class="fl-tabs-label" data-index="1" aria-controls="fl-tabs-x-panel-1" role="tab">Atascos</a></div><div class="fl-tabs-panels fl-clearfix">' +
        '<div class="fl-tabs-panel"><div class="fl-tabs-label fl-tabs-panel-label fl-tab-active" data-index="0"><span>Fugas</span><i class="fas"></i></div>' +
        '<div class="fl-tabs-panel-content fl-clearfix fl-tab-active" id="fl-tabs-x-panel-0" data-index="0" role="tabpanel"><p>Las buscamos.</p></div></div>' +
        '<div class="fl-tabs-panel"><div class="fl-tabs-label fl-tabs-panel-label" data-index="1"><span>Atascos</span><i class="fas"></i></div>' +
        '<div class="fl-tabs-panel-content fl-clearfix" id="fl-tabs-x-panel-1" data-index="1" role="tabpanel" aria-hidden="true"><p>Los quitamos.</p></div></div></div></div>',
      'Fugas\n\nLas buscamos.\n\nAtascos\n\nLos quitamos.',
    ],
    'of Avada, which repeats every title in a list of its own': [
      '<div class="fusion-tabs"><div class="nav"><ul class="nav-tabs" role="tablist"><li class="active" role="presentation"><a class="tab-link" data-toggle="tab" role="tab" aria-controls="tab-1" href="#tab-1"><h4 class="fusion-tab-heading">Fugas</h4></a></li>' +
        '<li role="presentation"><a class="tab-link" data-toggle="tab" role="tab" aria-controls="tab-2" href="#tab-2"><h4 class="fusion-tab-heading">Atascos</h4></a></li></ul></div><div class="tab-content">' +
        '<div class="nav fusion-mobile-tab-nav"><ul class="nav-tabs"><li><a class="tab-link" data-toggle="tab" href="#tab-1"><h4 class="fusion-tab-heading">Fugas</h4></a></li></ul></div><div class="tab-pane fade in active" id="tab-1"><p>Las buscamos.</p></div>' +
        '<div class="nav fusion-mobile-tab-nav"><ul class="nav-tabs"><li><a class="tab-link" data-toggle="tab" href="#tab-2"><h4 class="fusion-tab-heading">Atascos</h4></a></li></ul></div><div class="tab-pane fade" id="tab-2"><p>Los quitamos.</p></div></div></div>',
      '#### Fugas\n\nLas buscamos.\n\n#### Atascos\n\nLos quitamos.',
    ],
    'of Oxygen, whose panels stand in another element': [
      '<div class="oxy-tabs-wrapper oxy-tabs" data-oxy-tabs-contents-wrapper="c"><div class="oxy-tab"><div class="ct-text-block">Fugas</div></div><div class="oxy-tab"><div class="ct-text-block">Atascos</div></div></div>' +
        '<div id="c" class="oxy-tabs-contents-wrapper oxy-tabs-contents"><div class="oxy-tab-content"><p>Las buscamos.</p></div><div class="oxy-tab-content oxy-tabs-contents-content-hidden"><p>Los quitamos.</p></div></div>',
      PAIRED,
    ],
    'of SiteOrigin, which nothing but classes tells': [
      '<div class="sow-tabs"><div class="sow-tabs-tab-container"><div class="sow-tabs-tab" data-anchor="a"><div class="sow-tabs-title">Fugas</div></div><div class="sow-tabs-tab" data-anchor="b"><div class="sow-tabs-title">Atascos</div></div></div>' +
        '<div class="sow-tabs-panel-container"><div class="sow-tabs-panel"><div class="sow-tabs-panel-content"><p>Las buscamos.</p></div></div><div class="sow-tabs-panel" style="display: none"><div class="sow-tabs-panel-content"><p>Los quitamos.</p></div></div></div></div>',
      PAIRED,
    ],
    'of Happy Addons, which repeats every title before its panel': [
      '<div class="ha-tabs"><div class="ha-tabs__nav"><div class="ha-tab__title ha-tab__title--desktop"><span>Fugas</span></div><div class="ha-tab__title ha-tab__title--desktop"><span>Atascos</span></div></div><div class="ha-tabs__content">' +
        '<div class="ha-tab__title ha-tab__title--mobile"><span>Fugas</span></div><div class="ha-tab__content"><p>Las buscamos.</p></div><div class="ha-tab__title ha-tab__title--mobile"><span>Atascos</span></div><div class="ha-tab__content"><p>Los quitamos.</p></div></div></div>',
      'Fugas\n\nLas buscamos.\n\nAtascos\n\nLos quitamos.',
    ],
    'of Stackable, whose panels are columns': [
      '<div class="stk-block-tabs"><div class="stk-block-tab-labels"><div class="stk-block-tab-labels__wrapper" role="tablist"><button class="stk-block-tab-labels__tab" role="tab"><span>Fugas</span></button><button class="stk-block-tab-labels__tab" role="tab"><span>Atascos</span></button></div></div>' +
        '<div class="stk-block-tab-content"><div class="stk-inner-blocks"><div class="stk-block-column stk-block"><p>Las buscamos.</p></div><div class="stk-block-column stk-block"><p>Los quitamos.</p></div></div></div></div>',
      PAIRED,
    ],
    'one widget in the panel of another': [
      '<div class="tabs"><div role="tablist"><button role="tab" aria-controls="p1">Madrid</button><button role="tab" aria-controls="p2">Toledo</button></div>' +
        '<div id="p1" role="tabpanel"><div role="tablist"><button role="tab" aria-controls="p3">Fugas</button><button role="tab" aria-controls="p4">Atascos</button></div>' +
        '<div id="p3" role="tabpanel"><p>Las buscamos.</p></div><div id="p4" role="tabpanel" hidden><p>Los quitamos.</p></div></div><div id="p2" role="tabpanel" hidden><p>Cerrado.</p></div></div>',
      `**Madrid**\n\n${PAIRED}\n\n**Toledo**\n\nCerrado.`,
    ],
    'two widgets with the same ids': [
      ['Fugas', 'Atascos']
        .map(
          (title) =>
            `<div class="wp-block-uagb-tabs"><div class="uagb-tabs__wrap"><ul class="uagb-tabs__panel"><li class="uagb-tab"><a href="#uagb-tabs__tab0" class="uagb-tabs-list" data-tab="0"><div>${title}</div></a></li></ul>` +
            `<div class="uagb-tabs__body-wrap"><div class="uagb-tabs__body-container uagb-inner-tab-0" aria-labelledby="uagb-tabs__tab0"><p>Sobre ${title}.</p></div></div></div></div>`,
        )
        .join(''),
      '**Fugas**\n\nSobre Fugas.\n\n**Atascos**\n\nSobre Atascos.',
    ],
  });
});

describe('convert, what only looks like tabs', () => {
  examples({
    'keeps a list of titles with other than as many panels': [
      '<div><ul class="et_pb_tabs_controls"><li><a href="#">Fugas</a></li><li><a href="#">Atascos</a></li></ul><div class="et_pb_all_tabs"><div class="et_pb_tab"><p>Las buscamos.</p></div></div></div>',
      '- Fugas\n- Atascos\n\nLas buscamos.',
    ],
    'keeps a list of links to sections where it is': [
      '<ul><li><a href="#f">Fugas</a></li><li><a href="#a">Atascos</a></li></ul><div id="f"><h2>Fugas</h2><p>Las buscamos.</p></div><div id="a"><h2>Atascos</h2></div>',
      '- Fugas\n- Atascos\n\n## Fugas\n\nLas buscamos.\n\n## Atascos',
    ],
    'keeps a menu that is called tabs': [
      '<ul class="tabs"><li class="tab"><a href="/fugas/">Fugas</a></li><li class="tab"><a href="/atascos/">Atascos</a></li></ul><div class="tabs-intro"><p class="x">Las buscamos.</p><p class="x">Los quitamos.</p></div>',
      '- [Fugas](https://ejemplo.es/fugas/)\n- [Atascos](https://ejemplo.es/atascos/)\n\nLas buscamos.\n\nLos quitamos.',
    ],
    'keeps titles whose panels are not there from those of the next ones': [
      '<div><div class="x-tabs-nav"><b class="x-tab">Madrid</b> <b class="x-tab">Toledo</b></div></div><div class="x-tabs"><div class="x-tabs-nav"><b class="x-tab">Fugas</b><b class="x-tab">Atascos</b></div>' +
        '<div class="x-tabs-body"><div class="x-tabs-panel"><p>Las buscamos.</p></div><div class="x-tabs-panel"><p>Los quitamos.</p></div></div></div>',
      `**Madrid** **Toledo**\n\n${PAIRED}`,
    ],
    'keeps an accordion whose items are tabs by their role': [
      '<ul><li><button role="tab" aria-controls="p1">Fugas</button><div id="p1" role="tabpanel" hidden><p>Las buscamos.</p></div></li>' +
        '<li><button role="tab" aria-controls="p2">Atascos</button><div id="p2" role="tabpanel" hidden><p>Los quitamos.</p></div></li></ul>',
      '- **Fugas**\n\n  Las buscamos.\n\n- **Atascos**\n\n  Los quitamos.',
    ],
  });
});
