import { type Html, html } from '#services/pages/html'

type Value = Html | string | number | null | undefined | false

/** Names with values. Values that are absent are left out. */
export const facts = (list: readonly (readonly [name: string, value: Value])[]): Html =>
  html`<dl class="facts">${list
    .filter(([, value]) => value !== null && value !== undefined && value !== false && value !== '')
    .map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`

/** A part of a page with a heading. */
export const panel = (title: string, content: Html, actions?: Html): Html =>
  html`<section class="panel"><div class="panel-head"><h2>${title}</h2>${actions}</div>${content}</section>`
