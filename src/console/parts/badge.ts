import { type Html, html } from '#services/pages/html'

/** The meaning of a badge; its text says the same, because color is not enough. */
export type Tone = 'good' | 'bad' | 'warn' | 'calm'

/** A short status. */
export const badge = (text: string, tone: Tone): Html => html`<span class="badge ${tone}">${text}</span>`

/** A status of a known list, with its words and tone. */
export const statusBadge = (
  statuses: ReadonlyMap<string, readonly [text: string, tone: Tone]>,
  status: string,
): Html => {
  const [text, tone] = statuses.get(status) ?? [status, 'calm']
  return badge(text, tone)
}
