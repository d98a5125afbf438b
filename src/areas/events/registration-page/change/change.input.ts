import type { PayerOrder } from '#contract/events/cancellations'
import type { PayerOrderChangeInput, PayerRenameInput } from '#contract/events/order-changes'
import type { RegistrationField } from '#contract/events/public-registration'
import type { FormValues } from '#services/pages/form-values'
import { type Environment, selectPageQuestions, writtenOf } from '../form/page-form.input.ts'
import { choiceField, FIELD, fieldOfQuestion } from '../page-fields.model.ts'

/** The form of the page as the body of an operation, and the fields that its pointers mean. */
export interface PageChange<Body> {
  body: Body
  fields: ReadonlyMap<string, string>
}

export type Order = NonNullable<PayerOrder>

/** Returns the name of a field for a registration of the order. */
export const personField = (id: number, name: string): string => `/people/${id}/${name}`

/** Returns the questions that depend on the ticket. */
export const selectTicketQuestions = (environment: Environment): RegistrationField[] =>
  selectPageQuestions(environment, 'Attendee').filter(
    ({ RegistrationTypeIds }) => (RegistrationTypeIds ?? []).length > 0,
  )

interface ChangeForm {
  order: Order
  environment: Environment
  values: FormValues
  key: string
}

/** Parses what is changed: people with another ticket, and items. */
export const parseChange = ({ order, environment, values, key }: ChangeForm): PageChange<PayerOrderChangeInput> => {
  const fields = new Map<string, string>()
  const changed = (order.Registrations ?? []).filter(({ RegistrationId, EventRegistrationTypeId }) => {
    const sent = values.get(personField(RegistrationId, 'ticket'))
    return sent !== undefined && sent !== String(EventRegistrationTypeId)
  })
  const Registrations = changed.map(({ RegistrationId }, at) => {
    const ticket = personField(RegistrationId, 'ticket')
    const EventRegistrationTypeId = Number(values.get(ticket))
    const asked = selectTicketQuestions(environment).filter(({ RegistrationTypeIds }) =>
      RegistrationTypeIds?.includes(EventRegistrationTypeId),
    )
    const Answers = asked.map(({ FieldId, DataType }, row) => {
      const name = fieldOfQuestion(personField(RegistrationId, 'asked'), FieldId)
      fields.set(`/Registrations/${at}/Answers/${row}`, name)
      return { FieldId, Value: writtenOf(values.list(name), DataType) }
    })
    return { RegistrationId, EventRegistrationTypeId, Answers: Answers.filter(({ Value }) => Value !== null) }
  })
  for (const [at, { RegistrationId }] of changed.entries())
    fields.set(`/Registrations/${at}`, personField(RegistrationId, 'ticket'))
  const chosen = (environment.AdditionalItems ?? []).flatMap(({ ItemId }) => {
    const Quantity = Number(values.get(choiceField('item', ItemId)) ?? 0)
    return Quantity === 0 ? [] : [{ ItemId, Quantity }]
  })
  for (const [at, { ItemId }] of chosen.entries())
    fields.set(`/AdditionalPurchaseItems/${at}`, choiceField('item', ItemId))
  return { body: { OrderKey: key, Registrations, AdditionalPurchaseItems: chosen }, fields }
}

/** Parses another name for a registration. */
export const parseRename = (values: FormValues, id: number): PageChange<PayerRenameInput> => {
  const text = (name: string) => values.get(personField(id, name))
  const body = {
    OrderKey: values.get(FIELD.order) ?? '',
    RegistrationId: id,
    FirstName: text('FirstName') ?? '',
    LastName: text('LastName') ?? '',
    EmailAddress: text('EmailAddress') ?? null,
  }
  return { body, fields: new Map(NAMES.map((name) => [`/${name}`, personField(id, name)])) }
}

const NAMES = ['FirstName', 'LastName', 'EmailAddress'] as const
