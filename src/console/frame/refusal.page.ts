import { html } from '#services/pages/html'
import { problemText, type ShownProblem } from './refused.ts'
import type { Crumb, View } from './view.ts'

const TITLES: ReadonlyMap<number, string> = new Map([
  [403, 'Your role does not include this'],
  [404, 'This does not exist'],
  [429, 'Too many requests'],
  [503, 'Unavailable for a moment'],
])

/** What a page shows if an operation that it needs is rejected. @param section the pages above it. */
export const refusalView = (problem: ShownProblem, section: readonly Crumb[] = []): View => {
  const { status } = problem
  const isForbidden = problem.code === 'insufficient-scope' || problem.code === 'not-allowed'
  return {
    title: (isForbidden ? TITLES.get(403) : TITLES.get(status)) ?? 'That did not work',
    status: isForbidden ? 403 : status,
    crumbs: section,
    content: html`<p>${status === 404 ? NOT_FOUND : problemText(problem)}</p>
${isForbidden && html`<p class="soft">Ask an administrator of your organization if you need it.</p>`}`,
  }
}

const NOT_FOUND = 'It may have been deleted, or the address is incomplete. Choose a section from the menu.'
