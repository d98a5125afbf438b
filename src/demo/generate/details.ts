import type { ContactRecordKind } from '#areas/people/contacts/contact-records/contact-records.model'
import { makeNumberKey } from '#areas/people/custom-fields/values/stored-values.model'
import type { Random } from '../random.ts'
import { type Attachments, type DemoContact, dayAt, type World } from './world.ts'

/** Adds parts such as tags, groups and notes to a contact. */
export const addDetails = (world: World, random: Random, contact: DemoContact): void => {
  const add: Add = (table, row) => contact.attachments.push({ table, row: { contact_id: contact.records.id, ...row } })
  const { lookups } = world
  if (random.chance(0.3))
    for (const tag of random.some(lookups.tags, random.between(1, 2))) add('contact_tag', { tag_id: tag.id })
  if (random.chance(0.3)) {
    const state = random.chance(0.92) ? 'member' : random.pick(['removed', 'optedout'])
    for (const group of random.some(lookups.groups, random.between(1, 2)))
      add('contact_group_member', { group_id: group.id, state })
  }
  addCategories(world, random, contact)
  if (random.chance(0.35)) add('contact_activity', activity(world, random))
  if (random.chance(0.2)) add('contact_communication', communication(world, random))
  addRecords(world, random, contact, add)
  addCustomFields(world, random, contact)
}

const addCustomFields = ({ lookups }: World, random: Random, { records, attachments }: DemoContact): void => {
  const { shirtSize, sizes, budget, knownSince } = lookups.customFields
  const put = (field_id: number, value: Attachments[number]['row']) =>
    attachments.push({ table: 'custom_field_value', row: { field_id, object_id: records.id, ...value } })
  const isPerson = records.entered.system_type_id === 1
  if (isPerson && sizes.length > 0 && random.chance(0.4)) {
    const { id, sortKey } = random.pick(sizes)
    put(shirtSize, { ref_id: id, sort_key: sortKey })
  }
  if (!isPerson && random.chance(0.5)) {
    const amount = `${random.between(5, 400) * 100}.00`
    put(budget, { number_value: amount, sort_key: makeNumberKey(amount) })
  }
  if (random.chance(0.25)) {
    const day = `${random.between(1990, 2025)}-${String(random.between(1, 12)).padStart(2, '0')}-01`
    put(knownSince, { date_value: day, sort_key: day })
  }
}

type Add = (table: Attachments[number]['table'], row: Attachments[number]['row']) => void

const addRecords = (world: World, random: Random, contact: DemoContact, add: Add): void => {
  const { staffContactIds, lookups } = world
  if (contact.records.entered.system_type_id === 1 && random.chance(0.06))
    add('contact_certification', certification(world, random))
  if (random.chance(0.08)) add('contact_record', record(world, random))
  if (random.chance(0.1)) add('task_item', task(world, random))
  if (staffContactIds.length > 0 && random.chance(0.08))
    add('contact_relationship', {
      other_contact_id: random.pick(staffContactIds),
      type_id: lookups.accountManager,
    })
}

const addCategories = (world: World, random: Random, { records, attachments }: DemoContact): void => {
  const isOrganization = records.entered.system_type_id === 2
  if (!random.chance(isOrganization ? 0.8 : 0.15)) return
  const fitting = world.lookups.categories.filter(
    ({ contactTypeId }) => contactTypeId === records.entered.system_type_id,
  )
  const chosen = random.some(fitting, random.between(1, 2))
  for (const { id } of chosen)
    attachments.push({ table: 'contact_category', row: { contact_id: records.id, item_id: id } })
  records.surroundings.categoryName = chosen[0]?.name ?? null
}

const instant = (world: World, random: Random, maxDays: number): string =>
  new Date(world.today - random.between(1, maxDays * 1440) * 60_000).toISOString()

const NOTES = [
  'Asked for the programme of the annual meeting.',
  'Prefers to be called in the afternoon.',
  'Would like to join the committee on education.',
  'Sent the welcome pack.',
  'Talked about a sponsorship for next year.',
  'Address confirmed.',
]

const activity = (world: World, random: Random) => ({
  activity_date: instant(world, random, 700),
  type_id: random.between(1, 6),
  description: random.pick(NOTES),
  created_by: 'system',
})

const SUBJECTS = [
  'Your membership',
  'Invitation to the annual meeting',
  'Thank you for your payment',
  'Minutes',
  'Survey',
]

const communication = (world: World, random: Random) => ({
  type_id: random.between(1, 5),
  status_type_id: random.pick([2, 2, 2, 3, 3, 1, 4]),
  from_display_name: 'Membership Office',
  occurred_at: instant(world, random, 500),
  subject: random.pick(SUBJECTS),
  category: random.chance(0.4) ? 'Membership' : null,
})

const certification = (world: World, random: Random) => {
  const started = random.between(30, 900)
  const status = random.pick([1, 1, 2, 3, 3, 3, 4, 5])
  const isDone = status === 3 || status === 4
  return {
    certification_id: random.pick(world.lookups.certifications).id,
    status,
    start_date: dayAt(world, -started),
    completed_date: isDone ? dayAt(world, -random.between(1, started - 1)) : null,
    hours_earned: isDone ? '20.00' : `${random.between(0, 19)}.50`,
  }
}

/** The records of contacts, one of each kind. */
export const DEMO_RECORDS: readonly [kind: ContactRecordKind, name: string, status: string | null][] = [
  ['experience', 'Ten years in the trade', null],
  ['softwareaccount', 'Learning portal', 'Active'],
  ['salesopportunity', 'Booth at the fair', 'Open'],
  ['fundraisingactivity', 'Spring appeal', 'Pledged'],
  ['formresponse', 'Survey of members', 'Reviewed'],
  ['project', 'Apprentice programme', 'Active'],
]

const record = (world: World, random: Random) => {
  const [kind, name, status] = random.pick(DEMO_RECORDS)
  const hasAmount = kind === 'salesopportunity' || kind === 'fundraisingactivity'
  const start_date = dayAt(world, -random.between(1, 900))
  return { kind, name, status, amount: hasAmount ? `${random.between(1, 90) * 50}.00` : null, start_date }
}

const [TO_DO, CALL, MEETING, EMAIL, FOLLOW_UP] = [0, 1, 2, 3, 4]

/** The names of tasks, each with task types that fit it, by their position in the list that every tenant has. */
const TASKS: readonly [name: string, kinds: readonly number[]][] = [
  ['Call back', [CALL, FOLLOW_UP]],
  ['Send the forms', [TO_DO, EMAIL]],
  ['Check the address', [TO_DO, CALL]],
  ['Arrange a visit', [CALL, MEETING]],
  ['Ask for the logo', [EMAIL, CALL]],
]

const task = (world: World, random: Random) => {
  const { lookups, staffContactIds } = world
  const [name, kinds] = random.pick(TASKS)
  const due = random.between(-60, 60)
  const completed_on = random.chance(0.5) ? dayAt(world, -random.between(1, 60)) : null
  const variant = due + 60
  return {
    name,
    type_id: lookups.taskTypes[kinds[variant % kinds.length] ?? TO_DO]?.id ?? 0,
    priority_id: 1 + (variant % 4),
    assigned_to_contact_id: variant % 3 === 0 ? null : (staffContactIds[variant % staffContactIds.length] ?? null),
    due_date: dayAt(world, due),
    completed_on,
    percent_complete: completed_on === null ? 0 : 100,
  }
}
