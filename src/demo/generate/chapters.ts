import { unitedStates } from '../locales/english.ts'
import { seededRandom } from '../random.ts'
import { STAFF_SIZE } from './office.ts'
import { makeOrganization } from './organization.ts'
import type { DemoContact, World } from './world.ts'

/** A chapter of the demonstration, with its postal codes. */
export interface ChapterPlan {
  name: string
  number: string
  /** Index of the parent in this list; null: the top. */
  parent: number | null
  /** Null: not part of the assignment by postal code. */
  postalCodes: string[] | null
}

export const CHAPTERS: readonly ChapterPlan[] = [
  { name: 'Northern Chapter', number: 'N-01', parent: null, postalCodes: ['0*', '1*', '2*'] },
  { name: 'Harbour Chapter', number: 'N-02', parent: 0, postalCodes: null },
  { name: 'Southern Chapter', number: 'S-01', parent: null, postalCodes: ['70000-79999', '9*'] },
]

/** The organizations of the chapters: the first contacts after the staff. */
export const makeChapters = (world: World): DemoContact[] =>
  CHAPTERS.map(({ name }, at) => {
    const { contact } = makeOrganization(world, seededRandom(STAFF_SIZE + at), unitedStates, STAFF_SIZE + at)
    contact.records.entered.organization_name = name
    return contact
  })

/** Adds every eighth contact to a chapter, with its group and directory. */
export const joinChapter = ({ chapters }: World, { ordinal, records, attachments }: DemoContact): void => {
  const chapter = ordinal % 8 === 1 ? chapters[Math.floor(ordinal / 8) % chapters.length] : undefined
  if (!chapter) return
  const contact_id = records.id
  const { id, group_id, directory_id } = chapter
  attachments.push(
    { table: 'contact_chapter', row: { contact_id, chapter_id: id, is_primary: true, is_by_postal_code: false } },
    { table: 'contact_group_member', row: { contact_id, group_id, state: 'member' } },
    { table: 'directory_listing', row: { contact_id, directory_id } },
  )
}
