/** Charts: their colors follow the scheme, so that they need no style of their own. */
export const CHART_STYLE = `
:root {
  --chart-1: light-dark(#1d6f5c, #6ec9ae); --chart-2: light-dark(#b4661b, #e8a65c); --chart-3: light-dark(#3c5f9e, #8fb2ef);
  --chart-4: light-dark(#a1261b, #ff9d90); --grid: light-dark(#e6e2d8, #30373e);
}
.chart { margin: 0 0 .75rem; }
.chart svg { display: block; width: 100%; height: auto; overflow: visible; }
.chart .narrow { display: none; }
.chart text { fill: var(--soft); font-size: 12px; }
.chart .grid-line { stroke: var(--grid); stroke-width: 1; }
.chart .base-line { stroke: var(--field-line); stroke-width: 1; }
.chart .line { fill: none; stroke-width: 2.25; stroke-linejoin: round; stroke-linecap: round; }
.chart .area { opacity: .12; }
.chart .s1 { --series: var(--chart-1); } .chart .s2 { --series: var(--chart-2); }
.chart .s3 { --series: var(--chart-3); } .chart .s4 { --series: var(--chart-4); }
.chart .line { stroke: var(--series); } .chart .area, .chart .bar, .chart .slice { fill: var(--series); }
.chart .slice { stroke: var(--card); stroke-width: 2; }
.share { display: flex; flex-wrap: wrap; align-items: center; gap: 1rem 1.75rem; }
.share svg { width: 9.5rem; }
.share .legend { flex-direction: column; margin: 0; }
.chart .big { fill: var(--ink); font-size: 26px; font-weight: 650; }
.legend { display: flex; flex-wrap: wrap; gap: .3rem 1.1rem; margin: .5rem 0 0; font-size: .9rem; color: var(--soft); }
.legend li { display: flex; align-items: center; gap: .45rem; }
.legend .key { width: .8rem; height: .8rem; border-radius: 3px; background: var(--series); }
.legend b { color: var(--ink); font-weight: 600; font-variant-numeric: tabular-nums; }
.chart details { margin-top: .6rem; font-size: .9rem; }
.chart summary { cursor: pointer; color: var(--accent); width: fit-content; }
.data { margin-top: .5rem; border-collapse: collapse; }
.data th, .data td { padding: .2rem 1.1rem .2rem 0; text-align: left; border-bottom: 1px solid var(--line); font-weight: 400; }
.data thead th { color: var(--soft); }
.data thead th:not(:first-child) { text-align: right; }
.data td { text-align: right; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; }
.scroll-hint { display: none; }
.flow svg { width: auto; max-width: none; }
.flow .node { fill: var(--card); stroke: var(--field-line); stroke-width: 1.25; }
.flow .node.end { fill: var(--accent-wash); stroke: var(--accent); }
.flow .node.off { stroke-dasharray: 5 4; }
.flow a:focus-visible { outline: none; }
.flow a:focus-visible .node { stroke: var(--accent); stroke-width: 3.5; }
.flow a:hover .node { fill: var(--accent-wash); }
.flow .edge { fill: none; stroke: var(--field-line); stroke-width: 1.5; }
.flow .arrow { fill: var(--field-line); }
.flow .kind { font-size: 11px; letter-spacing: .04em; text-transform: uppercase; }
.flow .name { fill: var(--ink); font-size: 13px; }
.flow .pill { fill: var(--chart-1); } .flow .pill.none { fill: var(--grid); } .flow .pill.failed { fill: var(--chart-4); }
.flow .pill-text { fill: light-dark(#fff, #10201b); font-size: 12px; font-weight: 650; } .flow .pill-text.zero { fill: var(--soft); }
@media (max-width: 40rem) { .chart .wide { display: none; } .chart .narrow, .scroll-hint { display: block; } }
`
