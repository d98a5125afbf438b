import { type FormValues, queryText } from '#services/pages/form-values'
import { type Html, html } from '#services/pages/html'

/** The query parameter by which a person stops the reloads of a page. */
const RELOAD = 'reload'
const OFF = 'no'

/** How a page that shows progress is loaded again. */
export interface Reloading {
  seconds: number
  isOn: boolean
  /** The query of the page, without its reloads. */
  query: string
}

/** Splits the query of a page from the choice about its reloads. */
export const withoutReload = (query: FormValues): { query: FormValues; isOn: boolean } => ({
  query: query.without(RELOAD),
  isOn: query.get(RELOAD) !== OFF,
})

export const reloadingOf = (seconds: number, { query, isOn }: ReturnType<typeof withoutReload>): Reloading => ({
  seconds,
  isOn,
  query: queryText(query),
})

/** Says that the page is loaded again, and lets the person stop it: the focus is lost with each reload. */
export const reloadNote = ({ seconds, isOn, query }: Reloading): Html =>
  isOn
    ? html`<p class="soft small">This page is loaded again every ${seconds} seconds. <a href="?${[query, `${RELOAD}=${OFF}`].filter((part) => part !== '').join('&')}">Stop that</a></p>`
    : html`<p class="soft small">This page shows the progress when it was opened. <a href="?${query}">Follow the progress</a></p>`
