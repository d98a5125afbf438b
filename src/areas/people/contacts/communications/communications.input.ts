import type { CommunicationEditInput } from '#contract/people/contacts-details'
import { badInput, ruleRefused } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import { readInstant } from '#kernel/time/instant'
import type { ContactCommunication } from '#prisma/client'
import { readActorDisplayName } from '#services/auth/actor-display'
import { cleanField } from '#services/html/clean-fields'
import { parseLineField, parseRequiredField, pickSent } from '../contact-parts.input.ts'

const DRAFT = 1
const MAX_CHARACTERS = 100_000

type CommunicationData = Pick<
  ContactCommunication,
  'typeId' | 'statusTypeId' | 'fromDisplayName' | 'occurredAt' | 'subject' | 'body' | 'category'
>

/** A request whose text is sanitized. */
type CleanInput = Omit<CommunicationEditInput, 'Body'> & { cleanBody: string | undefined }

/** Sanitizes the text of a request, before the transaction. @throws 400. */
export const cleanCommunication = async (scope: Scope, input: CommunicationEditInput): Promise<CleanInput> => ({
  ...input,
  cleanBody: await cleanField(scope, '/Body', input.Body),
})

/**
 * Parses a communication. A field that is left out keeps its value; a new communication is a draft of the caller, of
 * now.
 *
 * @throws 400 naming the field, 422 communication-sent.
 */
export const parseCommunication = async (
  scope: Scope,
  models: Models,
  input: CleanInput,
  current: ContactCommunication | undefined,
): Promise<CommunicationData> => {
  const typeId = input.CommunicationTypeId ?? current?.typeId
  if (typeId === undefined) throw badInput('/CommunicationTypeId', 'is required')
  const sender = parseLineField(input.FromDisplayName, '/FromDisplayName')
  const data = {
    typeId,
    statusTypeId: input.CommunicationStatusTypeId ?? current?.statusTypeId ?? DRAFT,
    fromDisplayName:
      sender === undefined && !current
        ? await readActorDisplayName(scope, models)
        : pickSent(sender, current?.fromDisplayName ?? null),
    occurredAt: readInstant(input.Date) ?? current?.occurredAt ?? scope.clock.now(),
    category: pickSent(parseLineField(input.Category, '/Category'), current?.category ?? null),
    subject: parseRequiredField(input.Subject, current?.subject, '/Subject'),
    body: input.cleanBody === undefined ? (current?.body ?? null) : parseBody(input.cleanBody),
  }
  if (current) requireEditable(current, data, input.FileIds !== undefined)
  return data
}

const parseBody = (body: string): string | null => {
  if (body.length > MAX_CHARACTERS)
    throw badInput('/Body', `must have at most ${MAX_CHARACTERS} characters after it is sanitized`)
  return body || null
}

/** Rejects changes of a communication that is no longer a draft, except of its status and category. */
const requireEditable = (current: ContactCommunication, data: CommunicationData, hasFiles: boolean): void => {
  if (current.statusTypeId === DRAFT) return
  const isSame =
    !hasFiles &&
    data.typeId === current.typeId &&
    data.subject === current.subject &&
    data.body === current.body &&
    data.fromDisplayName === current.fromDisplayName &&
    data.occurredAt.getTime() === current.occurredAt.getTime() &&
    data.statusTypeId !== DRAFT
  if (isSame) return
  throw ruleRefused(
    'communication-sent',
    'The communication is no longer a draft. Change only its status and its category.',
  )
}
