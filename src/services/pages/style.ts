import { createHash } from 'node:crypto'

/** The colors of all pages, in light and dark. */
export const COLORS = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f4f1ea, #14171a);
  --card: light-dark(#ffffff, #1d2226);
  --ink: light-dark(#1c2329, #eceae5);
  --soft: light-dark(#59626b, #a4adb5);
  --line: light-dark(#d9d4c8, #353d44);
  --field: light-dark(#ffffff, #14181b);
  --field-line: light-dark(#857f72, #7a858e);
  --accent: light-dark(#1d5c4d, #6ec9ae);
  --accent-ink: light-dark(#ffffff, #0c211b);
  --accent-wash: light-dark(#e6f0ec, #1d312b);
  --bad: light-dark(#a1261b, #ff9d90);
  --bad-wash: light-dark(#fcebe8, #3a1d1a);
}
`

/** The style sheet of the pages, their only resource. */
export const STYLE = `${COLORS}* { box-sizing: border-box; }
html { font: 100%/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; padding: clamp(1rem, 4vh, 3rem) 1rem;
  display: flex; flex-direction: column; align-items: center; justify-content: center; gap: 1.25rem;
  background: var(--ground); color: var(--ink);
}
.brand { display: flex; align-items: center; gap: .6rem; font-weight: 650; letter-spacing: .01em; }
.brand a { display: flex; align-items: center; gap: .6rem; color: inherit; text-decoration: none; }
.brand a:hover { text-decoration: underline; }
.brand svg { width: 1.75rem; height: 1.75rem; color: var(--accent); }
main {
  width: 100%; max-width: 27rem; padding: clamp(1.35rem, 5vw, 2.25rem);
  background: var(--card); border: 1px solid var(--line); border-radius: 14px;
  box-shadow: 0 1px 2px rgb(0 0 0 / .04), 0 12px 32px -16px rgb(0 0 0 / .18);
}
h1 { margin: 0 0 .35rem; font-size: 1.4rem; line-height: 1.25; letter-spacing: -.01em; text-wrap: balance; overflow-wrap: anywhere; }
p { margin: 0 0 1rem; text-wrap: pretty; }
main > p:last-child { margin-bottom: 0; }
.soft { color: var(--soft); }
.small { font-size: .9rem; }
strong, .wrap { overflow-wrap: anywhere; }
form { margin: 0; }
label { display: block; margin: 1rem 0 .3rem; font-weight: 600; font-size: .95rem; }
input[type="email"], input[type="password"] {
  width: 100%; padding: .65rem .75rem; font: inherit; color: inherit;
  background: var(--field); border: 1px solid var(--field-line); border-radius: 8px;
}
input[aria-invalid="true"] { border-color: var(--bad); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
button {
  font: inherit; font-weight: 600; padding: .65rem 1rem; border-radius: 8px; cursor: pointer;
  border: 1px solid var(--field-line); background: transparent; color: inherit;
}
button:hover { background: var(--accent-wash); }
.main-button { width: 100%; margin-top: 1.5rem; background: var(--accent); border-color: var(--accent); color: var(--accent-ink); }
.main-button:hover { background: var(--accent); filter: brightness(1.08); }
.main-link { display: block; padding: .65rem 1rem; border-radius: 8px; text-align: center; text-decoration: none; font-weight: 600; background: var(--accent); color: var(--accent-ink) !important; }
.more-button { width: 100%; margin-top: .75rem; }
form + .small { margin-top: 1.5rem; }
.or { margin: 1.5rem 0 .6rem; padding-top: 1.25rem; border-top: 1px solid var(--line); }
.full-button { width: 100%; }
.note { margin: 1rem 0; padding: .75rem .9rem; border-radius: 8px; background: var(--accent-wash); font-weight: 550; }
.pair { display: flex; flex-wrap: wrap-reverse; gap: .75rem; margin-top: 1.5rem; }
.pair button { flex: 1 1 8rem; margin: 0; width: auto; }
.link-button { border: 0; padding: 0; background: none; font-weight: 600; color: var(--accent); text-decoration: underline; text-underline-offset: 2px; }
.back-link { display: inline-block; padding: .3rem 0; }
.link-button:hover { background: none; text-decoration-thickness: 2px; }
.alert {
  margin: 1rem 0 0; padding: .75rem .9rem; border-radius: 8px; border: 1px solid currentColor;
  background: var(--bad-wash); color: var(--bad); font-weight: 550;
}
.account {
  display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: .25rem 1rem;
  margin: 1.25rem 0; padding: .75rem .9rem; border: 1px solid var(--line); border-radius: 10px; font-size: .95rem;
}
.account div { min-width: 0; overflow-wrap: anywhere; }
h2 { margin: 1.25rem 0 .5rem; font-size: 1rem; overflow-wrap: anywhere; }
.account + form > .main-button { margin-top: .25rem; }
ul { margin: 0; padding: 0; list-style: none; }
ul.plain, ol { margin: 0 0 1rem; padding-left: 1.25rem; }
ul.plain { list-style: disc; }
ul.plain li, ol li { padding: .15rem 0; text-wrap: pretty; }
main a { color: var(--accent); font-weight: 550; }
main.wide { max-width: 56rem; }
nav { margin-bottom: .75rem; font-size: .9rem; }
.panel + .soft { margin-top: 1rem; }
.qr { width: 13rem; max-width: 100%; margin: 1rem 0; padding: .5rem; background: #fff; border-radius: 8px; }
.qr svg { display: block; width: 100%; height: auto; }
ul.codes { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: .4rem; margin: 1rem 0 1.25rem; }
.tabs { display: flex; flex-wrap: wrap; gap: .25rem 1.1rem; margin: 0 0 1.25rem; padding-bottom: .75rem; border-bottom: 1px solid var(--line); }
.tabs a { display: inline-block; padding: .35rem 0; text-decoration: none; }
.tabs a:hover { text-decoration: underline; }
.tabs a[aria-current] { color: inherit; font-weight: 700; box-shadow: 0 2px 0 var(--accent); }
main.wide h2 { margin-top: 2.25rem; font-size: 1.15rem; }
main.wide h3 { margin: 1.5rem 0 .5rem; font-size: 1rem; }
code { font: .88em ui-monospace, monospace; background: var(--accent-wash); padding: .1em .3em; border-radius: 4px; overflow-wrap: anywhere; }
pre { margin: 0 0 1rem; padding: .75rem .9rem; overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; background: var(--field); }
pre code { padding: 0; background: none; overflow-wrap: normal; }
.scroll { margin: 0 0 1rem; overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; }
th, td { padding: .4rem .6rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
ul.rights li { display: grid; grid-template-columns: 1.5rem 1fr; gap: .35rem; padding: .2rem 0; }
ul.rights li::before { content: "✓" / ""; color: var(--accent); font-weight: 700; }
details summary { cursor: pointer; color: var(--accent); font-weight: 600; padding: .3rem 0; border-radius: 4px; }
fieldset { margin: 1.25rem 0 0; padding: 0; border: 0; }
legend { padding: 0; font-weight: 650; margin-bottom: .5rem; }
.choice {
  display: flex; align-items: center; gap: .7rem; margin: 0 0 .5rem; padding: .7rem .9rem; font-weight: 500;
  border: 1px solid var(--line); border-radius: 10px; cursor: pointer; overflow-wrap: anywhere;
}
.choice:has(:checked) { border-color: var(--accent); background: var(--accent-wash); }
.choice input { flex: none; margin: 0; width: 1.1rem; height: 1.1rem; accent-color: var(--accent); }
main.form { max-width: 44rem; }
main.form h2 { margin: 2.25rem 0 .25rem; font-size: 1.15rem; }
main.form h3 { margin: 1.25rem 0 .35rem; font-size: 1rem; }
main.form > form { margin-top: 1.5rem; }
input[type="text"], input[type="number"], input[type="date"], input[type="url"], input[type="tel"], select, textarea {
  width: 100%; min-height: 2.75rem; padding: .6rem .75rem; font: inherit; color: inherit;
  background: var(--field); border: 1px solid var(--field-line); border-radius: 8px;
}
textarea { min-height: 6rem; resize: vertical; }
:is(input, select, textarea)[aria-invalid="true"] { border-color: var(--bad); box-shadow: inset 0 0 0 1px var(--bad); }
input.short { max-width: 9rem; }
.hint { display: block; margin: 0 0 .35rem; color: var(--soft); font-size: .9rem; font-weight: 400; }
.fault { display: block; margin: .3rem 0; color: var(--bad); font-weight: 600; font-size: .95rem; }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 14rem), 1fr)); gap: 0 1rem; }
.columns > * { min-width: 0; }
.facts { display: grid; grid-template-columns: auto 1fr; gap: .3rem 1rem; margin: 1rem 0; }
.facts dt { color: var(--soft); }
.facts dd { margin: 0; overflow-wrap: anywhere; }
.panel { margin: 1.25rem 0 0; padding: 1rem 1.1rem 1.2rem; border: 1px solid var(--line); border-radius: 12px; }
.panel > legend { padding: 0 .4rem; margin: 0 0 0 -.4rem; font-size: 1.05rem; }
.panel fieldset > legend, .panel h3 { font-size: .95rem; }
.choice { align-items: flex-start; }
.choice input { margin-top: .2rem; }
.choice > span { min-width: 0; flex: 1; }
.choice b { font-weight: 600; }
.choice .name { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; }
.choice .price { font-weight: 650; white-space: nowrap; }
.choice .hint { margin: .1rem 0 0; }
.choice:has(:disabled) { cursor: not-allowed; color: var(--soft); }
.choice:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: 2px; }
.choice :focus-visible { outline: none; }
dl.answers { display: grid; grid-template-columns: minmax(0, max-content) minmax(0, 1fr); gap: .1rem .75rem; margin: .15rem 0 .35rem; font-size: .9rem; }
dl.answers dt { color: var(--soft); }
dl.answers dd { margin: 0; overflow-wrap: anywhere; }
.panel:has(.is-payer:checked) .own-name { display: none; }
.panel:not(:has(.is-table:checked)) .table-number { display: none; }
.offer { margin-top: .75rem; }
.offer:not(:has(:checked)) .offer-name { display: none; }
main.form details { margin-top: 1rem; }
.main-button + .small { margin-top: .75rem; text-align: center; }
.described > :first-child { margin-top: 0; }
.errors { margin: 1rem 0; padding: 1rem 1.1rem; border: 2px solid var(--bad); border-radius: 10px; background: var(--bad-wash); }
.errors h2 { margin: 0 0 .35rem !important; color: var(--bad); }
.errors ul { padding-left: 1.2rem; list-style: disc; }
.errors a { color: var(--bad); }
.default-button { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); padding: 0; border: 0; }
.lines { width: 100%; margin: .75rem 0; font-size: 1rem; }
.lines caption { text-align: left; font-weight: 650; padding-bottom: .25rem; }
.lines th { font-weight: 500; overflow-wrap: anywhere; padding-left: 0; }
.lines td { text-align: right; white-space: nowrap; padding-right: 0; font-variant-numeric: tabular-nums; }
.lines tfoot tr:last-child > * { font-weight: 700; border-bottom: 0; font-size: 1.1rem; }
.done { display: flex; gap: .75rem; align-items: center; }
.badge { display: inline-block; padding: .05rem .5rem; border: 1px solid var(--line); border-radius: 99px; font-size: .85rem; font-weight: 600; }
.status { margin: .75rem 0 0; }
.status:empty { margin: 0; }
@media (max-width: 30rem) {
  .pair button { flex-basis: 100%; }
  body { justify-content: flex-start; }
  pre, pre code { white-space: pre-wrap; overflow-wrap: anywhere; }
}
@media (forced-colors: active) {
  main, .choice, .account { border-color: CanvasText; }
}
`

/** Changes with the style sheet, so that browsers can cache each version permanently. */
export const STYLE_PATH = `/sign-in/style-${createHash('sha256').update(STYLE).digest('hex').slice(0, 12)}.css`
