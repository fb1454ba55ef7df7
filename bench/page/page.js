// SPDX-License-Identifier: MIT
'use strict';

// Draws what page.go wrote into #data: a Chart.js chart for each chart, and a table of all rows.

const titles = {
  compact: 'Compaction', scan: 'Scan', reduce: 'Reduction', sort: 'Radix sort', ladder: 'Methods of reduction',
  tiles: 'Images to tiles', fetch: 'Width of a fetch', frame: 'A frame of hair', hair: 'A frame of hair, older',
  particles: 'A step of particles',
};
const shapes = ['circle', 'rect', 'triangle', 'circle', 'rect', 'triangle', 'cross', 'crossRot'];
const firstHollow = 3;

// figures writes a number with three figures, amount a number of items as a power of two.
const figures = v => v >= 1000 ? Math.round(v).toLocaleString('en') : String(Number(v.toPrecision(3)));
const amount = v => v >= 1024 && Number.isInteger(Math.log2(v)) ? '2^' + Math.log2(v) : v.toLocaleString('en');

// logTick labels 1, 2 and 5 in each decade, or every tick where there are few.
const logTick = (v, i, all) => all.length < 12 || /^[125]/.test(v.toExponential()) ? figures(v) : '';

// scale is an axis. One of items has ticks where there are values.
function scale(axis, values) {
  const s = { type: axis.log ? 'logarithmic' : 'linear', title: { display: true, text: axis.label } };
  if (axis.log) s.ticks = { callback: logTick, maxRotation: 0 };
  if (axis.items) {
    const ticks = [...new Set(values)].sort((a, b) => a - b);
    s.afterBuildTicks = built => { built.ticks = ticks.map(value => ({ value })); };
    s.ticks = { callback: amount, maxRotation: 0 };
  }
  return s;
}

// dataset is a series of a chart with lines or dots.
function dataset(chart, series) {
  const mark = series.role === 'ours' || series.role === 'other';
  const hollow = series.shape >= firstHollow;
  return {
    label: series.name,
    data: series.points.map(p => chart.kind === 'dots' ? { ...p, x: p.y, y: chart.labels[p.x] } : p),
    borderColor: series.color,
    backgroundColor: hollow ? '#fff' : series.color,
    borderWidth: series.role === 'ours' && series.shape === 0 ? 3 : 1.5,
    borderDash: series.role === 'peer' ? [6, 4] : [],
    showLine: chart.kind === 'lines' || !mark,
    pointStyle: mark ? shapes[series.shape] : 'line',
    pointRadius: mark || series.points.length === 1 ? 4 : 0,
  };
}

// bars is a series of a chart with bars: a value for each label.
function bars(chart, series) {
  const data = chart.labels.map(() => null);
  for (const p of series.points) data[p.x] = p.y;
  return { label: series.name, data, backgroundColor: series.color, borderColor: '#fff', borderWidth: 0.5 };
}

// legend shows a mark for each series, or a line where it has none.
const legend = {
  usePointStyle: true, pointStyleWidth: 13, boxHeight: 8,
  generateLabels: chart => Chart.defaults.plugins.legend.labels.generateLabels(chart)
    .map(label => ({ ...label, lineDash: chart.data.datasets[label.datasetIndex].borderDash.map(v => v / 2) })),
};

// config is the Chart.js configuration of a chart.
function config(chart) {
  const options = {
    animation: false, maintainAspectRatio: false,
    plugins: {
      legend: { position: 'right', align: 'start', labels: chart.kind === 'lines' || chart.kind === 'dots' ? legend : {} },
      tooltip: { callbacks: { label: item => {
        const p = item.raw, value = typeof p === 'number' ? p : chart.kind === 'dots' ? p.x : p.y;
        const spread = p.low ? ` (${figures(p.low)} to ${figures(p.high)})` : '';
        return `${item.dataset.label}: ${figures(value)}${spread}`;
      } } },
    },
  };
  const category = { type: 'category', labels: chart.labels, offset: true };
  switch (chart.kind) {
  case 'lines':
    options.scales = { x: scale(chart.x, chart.series.flatMap(s => s.points.map(p => p.x))), y: scale(chart.y, []) };
    if (!chart.y.log) options.scales.y.min = 0;
    return { type: 'scatter', data: { datasets: chart.series.map(s => dataset(chart, s)) }, options };
  case 'dots':
    category.ticks = { autoSkip: false };
    options.scales = { x: scale(chart.x, []), y: category };
    return { type: 'scatter', data: { datasets: chart.series.map(s => dataset(chart, s)) }, options };
  case 'stack':
    options.indexAxis = 'y';
    options.scales = { x: { ...scale(chart.x, []), stacked: true }, y: { ...category, stacked: true } };
    break;
  default:
    options.scales = { x: category, y: scale(chart.y, []) };
  }
  return { type: 'bar', data: { labels: chart.labels, datasets: chart.series.map(s => bars(chart, s)) }, options };
}

// height of a chart in pixels.
function height(chart) {
  if (chart.kind === 'dots') return 110 + 22 * chart.labels.length;
  if (chart.kind === 'stack') return Math.max(120 + 55 * chart.labels.length, 24 * chart.series.length);
  return Math.max(440, 26 * chart.series.length);
}

const number = v => !v ? '' : v >= 1000 ? figures(v) : v.toPrecision(3);
const columns = [
  ['operation', r => r.op], ['variant', r => r.variant], ['input', r => r.input], ['n', r => r.n, amount],
  ['time', r => r.time, number], ['quarter', r => r.low, number], ['three quarters', r => r.high, number], ['wall', r => r.wall, number],
  ['GB/s', r => r.rate, number], ['of copy', r => r.ofCopy, number],
  ['CUB queued', r => r.ratios[0], number], ['CUB in a row', r => r.ratios[1], number], ['CUB wall', r => r.ratios[2], number],
  ['note', r => r.note],
];

// element makes an element with a text, below a parent.
function element(parent, tag, text, set) {
  const e = document.createElement(tag);
  if (text !== undefined) e.textContent = text;
  Object.assign(e, set);
  parent.append(e);
  return e;
}

function table(rows) {
  const body = document.getElementById('body'), op = document.getElementById('op');
  let by = -1, down = false;
  const show = () => {
    body.replaceChildren();
    const some = rows.filter(r => !op.value || r.op === op.value);
    if (by >= 0) {
      const of = columns[by][1];
      some.sort((a, b) => (of(a) < of(b) ? -1 : of(a) > of(b) ? 1 : 0) * (down ? -1 : 1));
    }
    for (const r of some) {
      const line = element(body, 'tr', undefined, { className: r.ours ? 'ours' : '' });
      for (const [, of, write] of columns) element(line, 'td', write ? write(of(r)) : of(r), { className: write ? '' : 'name' });
    }
  };
  element(op, 'option', 'all', { value: '' });
  for (const name of new Set(rows.map(r => r.op))) element(op, 'option', name, { value: name });
  op.onchange = show;
  const head = element(document.getElementById('head'), 'tr');
  columns.forEach(([name, , write], i) => {
    element(head, 'th', name, { className: write ? '' : 'name', onclick: () => { down = by === i && !down; by = i; show(); } });
  });
  show();
}

function render(data) {
  const device = 'comb on ' + data.device;
  document.title = device;
  document.getElementById('device').textContent = device;
  const wrong = data.wrong ? ` Rows that failed the check and are not shown: ${data.wrong}.` : '';
  document.getElementById('counts').textContent =
    `OpenGL ${data.driver}. ${figures(data.rows.length)} rows.${wrong}`;
  const nav = document.getElementById('contents'), main = document.getElementById('charts');
  Chart.defaults.font.size = 13;
  for (const op of new Set(data.charts.map(c => c.op))) {
    const section = element(main, 'section', undefined, { id: op });
    element(section, 'h2', titles[op] || op);
    element(nav, 'a', titles[op] || op, { href: '#' + op });
    for (const chart of data.charts.filter(c => c.op === op)) {
      const figure = element(section, 'figure');
      const caption = element(figure, 'figcaption');
      element(caption, 'strong', chart.title);
      caption.append(chart.caption + ' ' + chart.source);
      const plot = element(figure, 'div', undefined, { className: 'plot' });
      plot.style.height = height(chart) + 'px';
      const canvas = element(plot, 'canvas');
      canvas.setAttribute('role', 'img');
      canvas.setAttribute('aria-label', chart.title);
      new Chart(canvas, config(chart));
    }
  }
  for (const [id, name] of [['how', 'How it was measured'], ['every', 'Every row']]) element(nav, 'a', name, { href: '#' + id });
  table(data.rows);
}

if (typeof document === 'undefined') {
  module.exports = { config, columns };
} else {
  render(JSON.parse(document.getElementById('data').textContent));
}
