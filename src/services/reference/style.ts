import { createHash } from 'node:crypto'

/** What the pages of the reference need beyond the style sheet of all pages. */
export const REFERENCE_STYLE = `
body { justify-content: flex-start; }
main.wide { max-width: 64rem; }
[hidden] { display: none !important; }
.row { display: flex; gap: .5rem; }
.row input { flex: 1; min-width: 0; }
input[type="search"], input[type="file"] {
  width: 100%; min-height: 2.75rem; padding: .6rem .75rem; font: inherit; color: inherit;
  background: var(--field); border: 1px solid var(--field-line); border-radius: 8px;
}
.find { margin-bottom: 1.25rem; }
.key .hint { margin: .35rem 0 0; }
.count { font-size: .9rem; font-weight: 400; }
.area h2 { margin-bottom: .15rem; }
.area p { margin-bottom: .35rem; }
.sections { display: flex; flex-wrap: wrap; gap: .15rem .9rem; font-size: .95rem; }
.sections a { overflow-wrap: anywhere; display: inline-block; padding: .15rem 0; }
.operations li { border-bottom: 1px solid var(--line); padding: .55rem 0; }
.operations a { display: flex; flex-wrap: wrap; align-items: baseline; gap: .2rem .6rem; text-decoration: none; }
.operations a:hover .summary { text-decoration: underline; }
.operations .summary { flex-basis: 100%; }
.method { font: 650 .78rem ui-monospace, monospace; padding: .1rem .45rem; border-radius: 5px; border: 1px solid currentColor; min-width: 4.2rem; text-align: center; }
.method.get { color: light-dark(#17568c, #8fc5f4); }
.method.post { color: light-dark(#1d5c4d, #6ec9ae); }
.method.put, .method.patch { color: light-dark(#7a4a00, #e9bd70); }
.method.delete { color: var(--bad); }
.address { display: flex; flex-wrap: wrap; gap: .35rem .6rem; align-items: baseline; font-size: 1.05rem; }
.fields > li { padding: .5rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
.fields .fields { margin: .35rem 0 .35rem .5rem; padding-left: .75rem; border-left: 2px solid var(--line); }
.fields .name { font-weight: 650; }
.fields .type { color: var(--soft); font-size: .9rem; }
.try h2 { margin: 0 !important; }
.try pre { max-height: 32rem; overflow: auto; }
.code { font: .9rem/1.45 ui-monospace, monospace; }
textarea.code { white-space: pre; overflow: auto; }
.problem { margin: 0 -.75rem; padding: .6rem .75rem; border-radius: 8px; overflow-wrap: anywhere; }
.problem h3 { margin: 0 !important; font: 600 1rem/1.4 ui-monospace, monospace !important; }
.problem h3 a { color: inherit; text-decoration: none; }
.problem h3 a:hover { text-decoration: underline; }
.problem p { margin: .25rem 0 0; }
section h2, section h3, h2 { scroll-margin-top: 1rem; }
:target { background: var(--accent-wash); }
`

export const REFERENCE_STYLE_PATH = `/reference/style-${createHash('sha256').update(REFERENCE_STYLE).digest('hex').slice(0, 12)}.css`
