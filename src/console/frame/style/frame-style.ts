/** Page, header, menu and headings. */
export const FRAME_STYLE = `
* { box-sizing: border-box; }
html { font: 100%/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; scroll-padding-top: 4.5rem; }
body { margin: 0; min-height: 100vh; min-height: 100dvh; background: var(--ground); color: var(--ink); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
main:focus { outline: none; }
a { color: var(--accent); text-underline-offset: 2px; overflow-wrap: anywhere; }
p { margin: 0 0 .75rem; text-wrap: pretty; overflow-wrap: anywhere; }
ul, ol { margin: 0; padding: 0; list-style: none; }
form { margin: 0; }
.hidden { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.soft { color: var(--soft); }
.small { font-size: .875rem; }
.skip { position: absolute; left: 1rem; top: -4rem; z-index: 3; padding: .6rem 1rem; background: var(--accent); color: var(--accent-ink); border-radius: 0 0 8px 8px; font-weight: 600; }
.skip:focus { top: 0; }
.top {
  position: sticky; top: 0; z-index: 2; display: flex; align-items: center; gap: .35rem 1.25rem;
  padding: .55rem clamp(1rem, 2.5vw, 1.75rem); min-height: 3.5rem; background: var(--card); border-bottom: 1px solid var(--line);
}
.brand { display: flex; align-items: center; gap: .5rem; font-weight: 650; color: inherit; text-decoration: none; }
.brand svg { width: 1.6rem; height: 1.6rem; color: var(--accent); }
.tenant { margin: 0; padding-left: 1.25rem; border-left: 1px solid var(--line); font-weight: 550; min-width: 0; flex: 1; }
.tenant a { margin-left: .35rem; font-size: .875rem; font-weight: 400; }
.tenant .home { margin: 0; font-size: inherit; font-weight: inherit; color: inherit; text-decoration: none; }
.tenant .home:hover { text-decoration: underline; }
.account { display: flex; align-items: center; gap: .5rem 1rem; min-width: 0; font-size: .925rem; }
.account form { flex: none; }
.account button { white-space: nowrap; }
.tenant { overflow-wrap: anywhere; }
.frame { display: grid; grid-template-columns: 13.5rem minmax(0, 1fr); max-width: 92rem; margin: 0 auto; }
.side { padding: 1.25rem .75rem 2rem clamp(.75rem, 2vw, 1.25rem); }
.group { margin: 1.1rem 0 .25rem; padding: 0 .75rem; color: var(--soft); font-size: .78rem; font-weight: 650; letter-spacing: .05em; text-transform: uppercase; }
.side .group:first-child { margin-top: 0; }
nav li a[href] { display: block; padding: .4rem .75rem; border-radius: 8px; color: inherit; text-decoration: none; font-size: .95rem; }
nav li a[href]:hover { background: var(--accent-wash); }
nav li a[aria-current] { background: var(--accent-wash); color: var(--accent); font-weight: 650; box-shadow: inset 3px 0 0 var(--accent); }
main { min-width: 0; padding: 1.6rem clamp(1rem, 3vw, 2.25rem) 4rem; }
main.narrow { grid-column: 1 / -1; max-width: 36rem; width: 100%; margin: 0 auto; }
.crumbs ol { display: flex; flex-wrap: wrap; gap: .1rem .45rem; margin-bottom: .35rem; font-size: .9rem; }
.crumbs li a[href] { display: inline; padding: 0; color: var(--accent); text-decoration: underline; }
.crumbs li a[href]:hover { background: none; text-decoration-thickness: 2px; }
.crumbs li:not(:last-child)::after { content: "/" / ""; margin-left: .45rem; color: var(--soft); }
.head { display: flex; flex-wrap: wrap; align-items: flex-start; justify-content: space-between; gap: .5rem 1.25rem; margin-bottom: 1.1rem; }
.head:has(+ .lead) { margin-bottom: .35rem; }
h1 { margin: 0; font-size: 1.6rem; line-height: 1.25; letter-spacing: -.015em; text-wrap: balance; overflow-wrap: anywhere; }
h2 { margin: 0; font-size: 1.1rem; line-height: 1.3; overflow-wrap: anywhere; }
h3 { margin: 1rem 0 .35rem; font-size: 1rem; }
section > h2:first-child { margin-bottom: .35rem; }
.lead { color: var(--soft); max-width: 46rem; margin-bottom: 1.25rem; }
.actions { display: flex; flex-wrap: wrap; gap: .5rem; }
.zone { margin: 2.5rem 0 0; color: var(--soft); font-size: .85rem; }
.menu { display: none; }
@media (max-width: 56rem) {
  .frame { display: block; }
  .side { display: none; }
  .menu { display: block; background: var(--card); border-bottom: 1px solid var(--line); }
  .menu summary { padding: .7rem 1rem; font-weight: 650; cursor: pointer; }
  .menu nav { padding: 0 .25rem 1rem; }
  .menu li a[href] { padding: .55rem .75rem; }
}
@media (max-width: 40rem) {
  .top { position: static; flex-wrap: wrap; }
  .tenant { order: 3; flex-basis: 100%; padding: 0; border: 0; font-size: .95rem; }
  .account { margin-left: auto; }
}
`
