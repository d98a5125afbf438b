import { type Html, html } from './html.ts'
import { STYLE_PATH } from './style.ts'

/** The logo. */
const EMBLEM = html`<svg viewBox="0 0 32 32" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M3 13 16 4l13 9M5 28h22M7 13v15M25 13v15M12.5 28v-9a3.5 3.5 0 0 1 7 0v9"/></svg>`

/** A complete page: title, brand, one card, which is wide for texts to read. */
export const page = (title: string, content: Html, { isWide = false } = {}): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title} · Guildhall</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<header class="brand">${EMBLEM}<span>Guildhall</span></header>
<main${isWide && html` class="wide"`}>${content}</main>
</body>
</html>
`.text

/** Screen readers announce it immediately. */
export const alert = (message: string | undefined): Html | undefined =>
  message === undefined ? undefined : html`<p class="alert" role="alert" id="fault">${message}</p>`

/** Moves the focus to a field when the page opens. */
export const focus = (isWanted: boolean): Html | false => isWanted && html`autofocus`

/** Marks a field to which the fault of the page belongs. */
export const described = (fault: string | undefined): Html | undefined =>
  fault === undefined ? undefined : html`aria-invalid="true" aria-describedby="fault"`

/** A hidden field. */
export const hidden = (name: string, value: string): Html => html`<input type="hidden" name="${name}" value="${value}">`
