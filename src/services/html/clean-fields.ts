import { badInputs } from '#kernel/errors/problem'
import { inThread, ThreadOverrun } from '#kernel/threads/thread'
import { threadTask } from '#kernel/threads/thread-task'
import { nestsTooDeep } from './nested-tags.ts'

export const CLEAN_TEXTS = threadTask<string[], string[]>('clean-texts')

/** Texts that are together not longer are sanitized at once: that takes a few milliseconds. */
const MAX_INLINE = 4000

export interface HtmlField {
  pointer: string
  html: string
}

/**
 * Sanitizes HTML that a user sent, as `cleanHtml` does. Long texts are sanitized in the thread, so call this before the
 * transaction.
 *
 * @returns the texts in the same order.
 * @throws 400 if tags nest too deep, or if it takes too long.
 */
export const cleanFields = async (tenant: { tenant: { id: number } }, fields: HtmlField[]): Promise<string[]> => {
  const texts = fields.map(({ html }) => html)
  const tooDeep = fields.filter(({ html }) => nestsTooDeep(html))
  if (tooDeep.length > 0) throw tooNested(tooDeep)
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  if (length <= MAX_INLINE) {
    // Only processes that receive HTML load the library.
    const { cleanHtml } = await import('./clean-html.ts')
    return texts.map(cleanHtml)
  }
  return inThread(tenant, CLEAN_TEXTS, texts).catch((error) => {
    if (!(error instanceof ThreadOverrun)) throw error
    throw tooNested(fields)
  })
}

const tooNested = (fields: readonly HtmlField[]) =>
  badInputs(fields.map(({ pointer }) => ({ pointer, message: 'contains too many nested tags' })))

/** Sanitizes one field; undefined if it was not sent. */
export const cleanField = async (
  tenant: { tenant: { id: number } },
  pointer: string,
  html: string | null | undefined,
): Promise<string | undefined> =>
  html === undefined ? undefined : (await cleanFields(tenant, [{ pointer, html: html ?? '' }]))[0]
