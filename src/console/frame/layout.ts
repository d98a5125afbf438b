import { type Html, html } from '#services/pages/html'
import { EMBLEM, hidden } from '#services/pages/layout'
import type { Notice } from '#services/pages/notice'
import { sectionsOf } from './navigation.ts'
import { type Reloading, reloadNote } from './reloading.ts'
import { CONSOLE_STYLE_PATH } from './style/style.ts'
import { addressOf, type ConsoleUser } from './user.ts'
import type { Crumb, View } from './view.ts'

/** Where a page is in the frame. */
export interface Frame {
  user: ConsoleUser
  /** The path of the section that the menu marks. */
  section: string
  notice: Notice | undefined
  /** Of a page that shows progress. */
  reloading?: Reloading
}

const document = (title: string, body: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title} · Guildhall</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${CONSOLE_STYLE_PATH}">
</head>
<body>${body}</body>
</html>
`.text

/** A complete page of the console in an organization. */
export const framedPage = ({ user, section, notice, reloading }: Frame, view: View): string =>
  document(
    `${view.title} · ${user.tenant.name}`,
    html`<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<a class="brand" href="${addressOf(user.tenant.key)}">${EMBLEM}<span>Guildhall</span></a>
<p class="tenant"><a class="home" href="${addressOf(user.tenant.key)}">${user.tenant.name}</a>${user.tenants.length > 1 && html` <a href="/console?choose=1">Change</a>`}</p>
${accountMenu(user)}
</header>
<details class="menu"><summary>Menu</summary><nav aria-label="Sections">${menu(user, section)}</nav></details>
<div class="frame">
<nav class="side" aria-label="Sections">${menu(user, section)}</nav>
<main id="main" tabindex="-1">
${crumbs(user, view.crumbs)}
<div class="head"><h1>${view.title}</h1>${view.actions && html`<div class="actions">${view.actions}</div>`}</div>
${view.lead !== undefined && html`<p class="lead">${view.lead}</p>`}
${shownNotice(notice)}
${reloading && reloadNote(reloading)}
${view.content}
<p class="zone">Times are in the time zone ${user.timeZone}.</p>
</main>
</div>`,
  )

/** A page of the console outside of any organization. */
export const plainPage = (title: string, content: Html): string =>
  document(
    title,
    html`<header class="top"><a class="brand" href="/console">${EMBLEM}<span>Guildhall</span></a></header>
<div class="frame"><main id="main" class="narrow"><h1>${title}</h1>${content}</main></div>`,
  )

const accountMenu = (user: ConsoleUser): Html =>
  html`<div class="account"><a href="${user.accountPath}">${user.displayName}</a>
<form method="post" action="/sign-out">${hidden('form', user.formToken)}<button class="plain">Sign out</button></form></div>`

const menu = (user: ConsoleUser, current: string): Html[] =>
  sectionsOf(user).map(
    ({ name, sections }) =>
      html`<p class="group">${name}</p><ul>${sections.map(
        (one) =>
          html`<li><a href="${addressOf(user.tenant.key, one.path)}"${
            one.path === current && html` aria-current="page"`
          }>${one.name}</a></li>`,
      )}</ul>`,
  )

const crumbs = ({ tenant }: ConsoleUser, list: readonly Crumb[] = []): Html | false =>
  list.length > 0 &&
  html`<nav class="crumbs" aria-label="Breadcrumb"><ol>${list.map(
    ({ name, path }) => html`<li><a href="${addressOf(tenant.key, path)}">${name}</a></li>`,
  )}</ol></nav>`

const shownNotice = (notice: Notice | undefined): Html | undefined =>
  notice &&
  (notice.kind === 'done'
    ? html`<p class="notice" role="status">${notice.text}</p>`
    : html`<p class="notice bad" role="alert">${notice.text}</p>`)
