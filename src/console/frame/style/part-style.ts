/** Tables, forms, panels and badges. */
export const PART_STYLE = `
:root { --good: light-dark(#1d5c4d, #6ec9ae); --good-wash: light-dark(#e6f0ec, #1d312b); --warn: light-dark(#7a4d00, #f0bf6b); --warn-wash: light-dark(#fbf0d9, #362a14); }
button, .button {
  display: inline-block; font: inherit; font-size: .95rem; font-weight: 600; line-height: 1.4; padding: .42rem .85rem; min-height: 2.25rem;
  border-radius: 8px; cursor: pointer; border: 1px solid var(--field-line); background: var(--card); color: var(--ink); text-decoration: none;
}
button:hover, .button:hover { background: var(--accent-wash); }
button.main { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); }
button.main:hover { filter: brightness(1.08); }
button.danger { background: var(--card); border-color: var(--bad); color: var(--bad); }
button.danger:hover { background: var(--bad-wash); }
button.plain { border: 0; padding: .2rem 0; min-height: 0; background: none; color: var(--accent); font-weight: 400; font-size: inherit; text-decoration: underline; text-underline-offset: 2px; }
.notice { margin: .5rem 0 1.25rem; padding: .7rem .95rem; border-radius: 10px; border: 1px solid var(--good); background: var(--good-wash); font-weight: 550; }
.notice.bad { border-color: var(--bad); background: var(--bad-wash); color: var(--bad); }
.badge { display: inline-block; padding: .05rem .55rem; border-radius: 99px; font-size: .85rem; font-weight: 600; white-space: nowrap; border: 1px solid transparent; }
.badge.good { background: var(--good-wash); color: var(--good); }
.badge.bad { background: var(--bad-wash); color: var(--bad); }
.badge.warn { background: var(--warn-wash); color: var(--warn); }
.badge.calm { border-color: var(--line); color: var(--soft); }
.panel { margin: 0 0 1.25rem; padding: 1.1rem 1.25rem 1.25rem; background: var(--card); border: 1px solid var(--line); border-radius: 14px; }
.panel-head { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: .25rem 1rem; margin-bottom: .6rem; }
.panel > :last-child { margin-bottom: 0; }
.grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 19rem), 1fr)); gap: 1.25rem; margin-bottom: 1.25rem; }
.grid > .panel { margin: 0; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 13rem), 1fr)); gap: .75rem 1.5rem; margin: 0 0 .5rem; }
.facts dt { color: var(--soft); font-size: .875rem; }
.facts dd { margin: 0; overflow-wrap: anywhere; }
.rows { width: 100%; border-collapse: separate; border-spacing: 0; background: var(--card); border: 1px solid var(--line); border-radius: 14px; font-size: .94rem; }
.rows th, .rows td { padding: .6rem .85rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
.rows tbody th { min-width: 11rem; }
.rows td { min-width: 6rem; }
.rows td:has(.sub) { min-width: 9.5rem; }
.rows .number, .rows .actions { min-width: 0; }
.rows thead th { color: var(--soft); font-size: .82rem; font-weight: 600; white-space: nowrap; overflow-wrap: normal; }
.rows tbody th { font-weight: 550; }
.rows tbody tr:last-child > * { border-bottom: 0; }
.rows tbody tr:hover > * { background: color-mix(in srgb, var(--accent-wash) 45%, transparent); }
.rows time { white-space: nowrap; }
.rows .number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.rows .actions { display: table-cell; text-align: right; white-space: nowrap; }
.rows .actions form { display: inline-block; }
.rows .actions button { min-height: 2rem; padding: .25rem .7rem; }
.panel .rows { border: 0; border-radius: 0; }
.panel .rows th:first-child, .panel .rows td:first-child { padding-left: 0; }
.panel .rows th:last-child, .panel .rows td:last-child { padding-right: 0; }
.rows td:has(.rights) { min-width: 9rem; }
.rows:has(.rights) .actions { white-space: normal; }
.rows .actions :is(.button, button) { margin: 0 0 .25rem; white-space: nowrap; }
.whole { white-space: nowrap; }
.sub { display: block; color: var(--soft); font-size: .875rem; font-weight: 400; }
.none { color: var(--soft); }
.empty { padding: 2.25rem 1.25rem; text-align: center; background: var(--card); border: 1px dashed var(--field-line); border-radius: 14px; }
.empty p { max-width: 34rem; margin: 0 auto .35rem; color: var(--soft); }
.empty .empty-title { color: var(--ink); font-weight: 650; font-size: 1.05rem; }
.panel .empty { padding: 1rem; border: 0; background: none; }
.filters { display: flex; flex-wrap: wrap; align-items: flex-end; gap: .6rem .9rem; margin: 0 0 1rem; }
.filter { min-width: 0; }
.filter label { display: block; margin-bottom: .2rem; color: var(--soft); font-size: .85rem; font-weight: 550; }
.filter-buttons { display: flex; align-items: center; gap: .9rem; }
input:not([type="hidden"], [type="checkbox"]), select {
  font: inherit; font-size: .95rem; min-height: 2.25rem; max-width: 100%; padding: .35rem .6rem; color: inherit; background: var(--field);
  border: 1px solid var(--field-line); border-radius: 8px;
}
.pager { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .5rem 1.5rem; margin: .9rem 0 0; }
.pager p { margin: 0; color: var(--soft); }
.pager div { display: flex; gap: 1.25rem; }
.confirm > label { font-weight: 600; }
.confirm { max-width: 40rem; margin-bottom: 1.25rem; padding: 1.25rem; background: var(--card); border: 1px solid var(--line); border-radius: 14px; }
.pair { display: flex; flex-wrap: wrap; gap: .6rem; margin-top: 1rem; }
.sub progress { width: 8rem; vertical-align: middle; accent-color: var(--accent); }
.check { display: flex; gap: .55rem; align-items: baseline; }
.check input { flex: none; width: 1.1rem; height: 1.1rem; margin: 0; accent-color: var(--accent); transform: translateY(.15rem); }
.choices li { margin-bottom: .75rem; }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 13.5rem), 1fr)); gap: 1rem; margin: 0 0 1.75rem; }
.tile { display: block; padding: 1rem 1.15rem; border: 1px solid var(--line); border-radius: 14px; background: var(--card); color: inherit; text-decoration: none; }
a.tile:hover { border-color: var(--accent); }
.tile b { display: block; font-size: 1.9rem; line-height: 1.15; font-weight: 650; letter-spacing: -.02em; font-variant-numeric: tabular-nums; }
.tile span { color: var(--soft); font-size: .92rem; }
.tile.bad b { color: var(--bad); }
.tile.warn b { color: var(--warn); }
.secret { display: block; margin: .75rem 0; padding: .8rem 1rem; border: 1px solid var(--accent); border-radius: 10px; background: var(--accent-wash); font: 1rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; user-select: all; }
pre { margin: 0 0 .75rem; padding: .75rem .9rem; max-height: 28rem; overflow: auto; border: 1px solid var(--line); border-radius: 10px; background: var(--field); font: .85rem/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
code { font: .88em ui-monospace, monospace; overflow-wrap: anywhere; }
@media (max-width: 40rem) {
  .rows, .rows tbody, .rows tr, .rows th, .rows td { display: block; }
  .rows { border: 0; background: none; }
  .rows thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .rows tbody tr { margin-bottom: .75rem; padding: .75rem .95rem; background: var(--card); border: 1px solid var(--line); border-radius: 14px; }
  .panel .rows tbody tr { padding: .6rem 0; border-width: 0 0 1px; border-radius: 0; margin: 0; }
  .panel .rows tbody tr:last-child { border: 0; }
  .rows tbody th, .rows tbody td, .rows tbody tr:last-child > * { padding: .15rem 0; border: 0; }
  .rows tbody tr:hover > * { background: none; }
  .rows tbody th, .rows td, .rows td:has(.sub), .rows td:has(.rights) { min-width: 0; }
  .rows td:not([data-label=""]) { display: grid; grid-template-columns: 7.5rem minmax(0, 1fr); gap: .5rem; }
  .rows td:not([data-label=""])::before { content: attr(data-label); color: var(--soft); font-size: .875rem; }
  .rows .number, .rows .actions { text-align: left; white-space: normal; }
  .rows .actions { display: block; padding-top: .5rem; }
  .rows .actions :is(.button, button) { margin-right: .35rem; }
  .head:has(.actions) { margin-bottom: .9rem; }
  .filter { flex: 1 1 9rem; }
  .filter input, .filter select { width: 100%; }
  .tiles { grid-template-columns: 1fr 1fr; gap: .6rem; }
  .tile { padding: .75rem .85rem; }
}
@media (forced-colors: active) { .badge, .panel, .tile { border-color: CanvasText; } }
`
