import { DATA_TYPE } from '#areas/people/custom-fields/custom-fields.model'
import { addField } from './custom-fields.ts'
import { type MembershipJson, openMemberships, type Steps } from './memberships.ts'

interface Item {
  CustomFieldId: number
  Name: string
  Value: string | null
  DisplayValue: string | null
}
export type Valued = MembershipJson & { CustomFields: Item[] }

export const value = (Name: string, Value: string | null) => ({ Name, Value })

/** The values that a membership has, by the names of their fields. */
export const valuesOf = ({ CustomFields }: Valued) =>
  Object.fromEntries(CustomFields.filter(({ Value }) => Value !== null).map(({ Name, Value }) => [Name, Value]))

/** Memberships of a type with two free levels, with custom fields for all, for the type, and for its higher level. */
export interface ValuesBench {
  steps: Steps
  typeId: number
  basic: number
  gold: number
  /** Choices of the field Size: Small, Large. */
  sizes: number[]
  field(name: string, dataTypeId: number, more?: object): ReturnType<typeof addField>
  join(values?: object[], level?: number, contactId?: number): Promise<Valued>
  read(id: number): Promise<Valued>
  post(id: number, body: object): ReturnType<Steps['step']>
  /** Status, code and pointers of a rejected request. */
  refused(asked: ReturnType<Steps['step']>): Promise<[number, string, string[]]>
}

export const openValues = async (): Promise<ValuesBench> => {
  const steps = await openMemberships()
  const field: ValuesBench['field'] = (name, dataTypeId, more = {}) =>
    addField(steps.server.database, steps.caller.tenant.id, { name, dataTypeId, objectTypeId: 4, ...more })
  const typeId = await steps.type()
  const basic = await steps.level(typeId, { Price: 0 })
  const gold = await steps.level(typeId, { Price: 0 })
  await field('Badge', DATA_TYPE.text)
  await field('Since', DATA_TYPE.date)
  await field('Sponsor', DATA_TYPE.contact)
  const { choiceIds: sizes } = await field('Size', DATA_TYPE.select, { choices: ['Small', 'Large'] })
  await field('Lounge', DATA_TYPE.yesNo, { membershipTypeId: typeId, membershipLevelId: gold })
  await field('OfType', DATA_TYPE.text, { membershipTypeId: typeId })
  return {
    steps,
    typeId,
    basic,
    gold,
    sizes,
    field,
    join: async (values = [], level = basic, contactId) =>
      (await steps.join(contactId ?? (await steps.person()), typeId, level, { CustomFields: values })) as Valued,
    read: async (id) => (await steps.get(id)) as Valued,
    post: (id, body) => steps.caller.post(`/api/memberships/${id}`, body),
    refused: async (asked) => {
      const answer = await asked
      const { code, errors = [] } = answer.json()
      return [answer.statusCode, code, errors.map(({ pointer }: { pointer: string }) => pointer)]
    },
  }
}
