import { lockSubject } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'

const switchKind = { entity: 'mailswitch', events: {} }

/** Whether mails are sent, by the keys of their templates. A mail that the tenant has never switched is on. */
export type MailSwitches<K extends string> = Record<K, boolean>

/** Returns which of the mails the tenant sends. `queueMail` leaves out the others. */
export const getMailSwitches = async <K extends string>(
  { db }: Pick<Scope, 'db'>,
  keys: readonly K[],
  models: Models = db.prisma,
): Promise<MailSwitches<K>> => {
  const latest = await models.mailSwitch.findMany({
    where: { tenantId: db.tenantId, templateKey: { in: [...keys] } },
    distinct: ['templateKey'],
    orderBy: { id: 'desc' },
  })
  const isOn = (key: K): boolean => latest.find(({ templateKey }) => templateKey === key)?.isOn ?? true
  return Object.fromEntries(keys.map((key) => [key, isOn(key)])) as MailSwitches<K>
}

/** Switches mails on or off. A mail that is undefined stays as it is. Returns the new state of all. */
export const saveMailSwitches = <K extends string>(
  scope: Scope,
  wanted: Record<K, boolean | undefined>,
): Promise<MailSwitches<K>> =>
  scope.db.transaction(async (tx) => {
    await lockSubject(scope, tx, 'mail_switch')
    for (const [templateKey, isOn] of Object.entries<boolean | undefined>(wanted)) {
      if (isOn === undefined) continue
      const data = { tenantId: scope.db.tenantId, templateKey, isOn, switchedAt: scope.clock.now() }
      const { id } = await tx.mailSwitch.create({ data })
      const changes = { templateKey, isOn }
      await recordChange(scope, tx, changeOf(switchKind, { id, auditId: 1 }, 'created', { changes }))
    }
    return getMailSwitches(scope, Object.keys(wanted) as K[], tx)
  })
