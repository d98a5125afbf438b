import { makeTenantSecret, parseTenantSecret } from '#kernel/crypto/tenant-secret'
import { ruleRefused } from '#kernel/errors/problem'
import type { Event } from '#prisma/client'

/** Returns whether people can be invited to an event: it is published, and its registration is not over. */
export const isInvitable = ({ status, registrationCloses, startsAt }: Event, now: Date): boolean =>
  status === 'Published' && now < (registrationCloses ?? startsAt)

/** @throws 422 event-rule. */
export const requireInvitable = (event: Event, now: Date): void => {
  if (isInvitable(event, now)) return
  const detail =
    event.status === 'Published'
      ? 'Registration for the event is closed.'
      : 'The event is not published. Publish it before you invite people.'
  throw ruleRefused('event-rule', detail, [])
}

const BYTES = 24

/** A code that identifies an invited contact. It begins with the tenant, within which it is looked up. */
interface InvitationCode {
  code: string
  /** What is stored of it. */
  codeHash: string
}

export const newInvitationCode = (tenantId: number): InvitationCode => {
  const code = makeTenantSecret(tenantId, BYTES)
  return { code, codeHash: parseTenantSecret(code, BYTES)?.hash ?? '' }
}

/** Returns the stored hash of a code of a tenant; null for a text of another form or tenant. */
export const hashOfCode = (tenantId: number, code: string): string | null => {
  const found = parseTenantSecret(code, BYTES)
  return found?.tenantId === tenantId ? found.hash : null
}
