import { badInput, ruleRefused } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { type ChannelTools, type MessageData, sealPartyKey, type TenantAddress } from '../channel/channel.model.ts'
import { textOf, uidOf } from '../channel/message-data.input.ts'
import { logCrossing } from '../crossings.service.ts'
import { findExchangeByUid, isSameTenant, permitsConnection } from '../exchanges/exchanges.queries.ts'
import { describeTenant } from './lookups.queries.ts'

/** Returns the target `from` of an exchange of which this tenant is a source. @throws 422 not-in-exchange. */
const getTarget = async (scope: Scope, from: TenantAddress, uid: string) => {
  const exchange = await findExchangeByUid(scope.db.prisma, scope, uid)
  const party = exchange?.parties.find((one) => isSameTenant(one, from))
  if (!exchange || !party || !permitsConnection(scope, exchange, { other: from, isSource: true }))
    throw ruleRefused('not-in-exchange', 'The exchange does not name the two tenants, or one has not accepted.')
  return party
}

/** Stores the key of the messages with a target, which the target has made. */
export const receiveKey = async (
  scope: Scope,
  { sealer }: Pick<ChannelTools, 'sealer'>,
  from: TenantAddress,
  data: MessageData,
): Promise<MessageData> => {
  const { id } = await getTarget(scope, from, uidOf(data, 'Uid'))
  const key = textOf(data, 'Key', 44)
  if (!/^[A-Za-z0-9+/]{43}=$/.test(key)) throw badInput('/Data/Key', 'must be 32 bytes in base64')
  const { tenantId } = scope.db
  const sealed = sealPartyKey(sealer, tenantId, id, key)
  await scope.db.prisma.exchangeParty.updateMany({ where: { tenantId, id }, data: { sealed } })
  return {}
}

/** Describes this tenant for a target of an accepted exchange. */
export const describeForTarget = async (scope: Scope, from: TenantAddress, data: MessageData): Promise<MessageData> => {
  const { name } = await getTarget(scope, from, uidOf(data, 'Uid'))
  const message = `${name} read the membership types and custom fields of this tenant.`
  await logCrossing(scope, scope.db, { message, level: 'Verbose', other: from.key, isIncoming: true })
  return { ...(await describeTenant(scope)) }
}
