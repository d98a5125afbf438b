import { type Html, html } from './html.ts'
import { STYLE_PATH } from './style.ts'

/** The logo. */
export const EMBLEM = html`<svg viewBox="0 0 32 32" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M3 13 16 4l13 9M5 28h22M7 13v15M25 13v15M12.5 28v-9a3.5 3.5 0 0 1 7 0v9"/></svg>`

export interface LayoutOptions {
  /** Wide for texts to read. */
  isWide?: boolean
  /** As wide as a form with several fields. */
  isForm?: boolean
  /** The organization whose page it is; Guildhall otherwise. */
  brand?: string
  /** The address of the brand; by default the first page of the server. null: no link, as on pages of an organization. */
  home?: string | null
  /** The path of a script. */
  script?: string
  /** The path of another style sheet. */
  style?: string
  /** The address that the page leads to by itself. */
  leadsOn?: string
}

/** Returns a complete page: title, brand, one card. */
export const page = (title: string, content: Html, options: LayoutOptions = {}): string => {
  const { isWide = false, isForm = false, brand, home, script, style, leadsOn } = options
  const start = home === undefined && brand === undefined ? '/' : (home ?? undefined)
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title} · ${brand ?? GUILDHALL}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${STYLE_PATH}">
${style !== undefined && html`<link rel="stylesheet" href="${style}">`}
${leadsOn !== undefined && html`<meta http-equiv="refresh" content="0; url=${leadsOn}">`}
${script !== undefined && html`<script src="${script}" defer></script>`}
</head>
<body>
<header class="brand">${brandLink(html`${EMBLEM}<span class="wrap">${brand ?? GUILDHALL}</span>`, start)}</header>
<main${isWide ? html` class="wide"` : isForm && html` class="form"`}>${content}</main>
</body>
</html>
`.text
}

const GUILDHALL = 'Guildhall'

const brandLink = (brand: Html, address: string | undefined): Html =>
  address === undefined ? brand : html`<a href="${address}">${brand}</a>`

/** Returns an alert, which screen readers announce immediately. */
export const alert = (message: string | undefined): Html | undefined =>
  message === undefined ? undefined : html`<p class="alert" role="alert" id="fault">${message}</p>`

/** Moves the focus to a field when the page opens. */
export const focus = (isWanted: boolean): Html | false => isWanted && html`autofocus`

/** Marks a field to which the fault of the page belongs. */
export const described = (fault: string | undefined): Html | undefined =>
  fault === undefined ? undefined : html`aria-invalid="true" aria-describedby="fault"`

export const hidden = (name: string, value: string): Html => html`<input type="hidden" name="${name}" value="${value}">`
