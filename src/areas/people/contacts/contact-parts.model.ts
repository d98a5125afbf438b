import { notFound, ruleRefused } from '#kernel/errors/problem'
import type { ContactHead } from './contact-parts.queries.ts'

/** The columns of a contact that reference its primary email address, phone number, website and address. */
export type PrimaryField = Extract<keyof ContactHead, `primary${string}`>

export type WithPrimary<R> = R & { isPrimary: boolean }

/** Marks the primary part of its kind, and moves it to the front. */
export const putPrimaryFirst = <R extends { id: number }>(
  parts: readonly R[],
  primaryId: number | null,
): WithPrimary<R>[] => {
  const marked = parts.map((part) => ({ ...part, isPrimary: part.id === primaryId }))
  return marked.sort((a, b) => Number(b.isPrimary) - Number(a.isPrimary))
}

/** Marks a saved part. The first of its kind becomes the primary one (see refreshContactRows). */
export const markSaved = <R extends { id: number }>(
  part: R,
  contact: ContactHead,
  field: PrimaryField,
): WithPrimary<R> => ({ ...part, isPrimary: (contact[field] ?? part.id) === part.id })

/** Finds a part among those of a contact; 404 if it has none with this id. */
export const findPart = <R extends { id: number }>(parts: readonly R[], id: number, noun: string): R => {
  const found = parts.find((part) => part.id === id)
  if (!found) throw notFound(noun)
  return found
}

/** Rejects one more part if a contact has the maximum: 422 `too-many`. */
export const requireRoom = (count: number, what: string, max = 100, owner = 'contact'): void => {
  if (count >= max) throw ruleRefused('too-many', `A ${owner} can have at most ${max} ${what}.`)
}
