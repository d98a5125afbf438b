import type { AssocSettingsSaveInput } from '#contract/integration/association-sync'
import type { Sealer } from '#kernel/crypto/seal'
import { badInput, ruleRefused } from '#kernel/errors/problem'
import { lockSubject } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ExpectedVersion, requireVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import { oneLine } from '#kernel/text/one-line'
import type { AssociationSettings } from '#prisma/client'
import type { Outbound } from '#services/outbound/outbound'
import { OutboundFault } from '#services/outbound/outbound-fault'
import { associationSettingsEvents } from '../association-sync.events.ts'
import { findSettings, registryKeyContext } from '../association-sync.queries.ts'
import { syncFollowers } from '../followers.service.ts'

const ENTITY = 'associationsettings'

interface Tools {
  outbound: Outbound
  sealer: Sealer
}

/**
 * Saves the settings that the input contains.
 *
 * @throws 400; 409 stale-audit-id; 412; 422 registry-incomplete.
 */
export const saveSettings = async (
  scope: Scope,
  { outbound, sealer }: Tools,
  input: AssocSettingsSaveInput,
  expected: ExpectedVersion,
): Promise<AssociationSettings> => {
  const url = await parseUrl(outbound, input.RegistryUrl)
  return scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, 'association-settings')
    const current = await findSettings(tx, scope)
    requireVersion(current?.auditId ?? 0, { ...expected, isRequired: expected.isRequired && current !== null })
    const data = dataOf(sealer, tenantId, input, url)
    const registry = data.registry ?? current?.registry
    requireComplete({ ...current, ...data })
    // The positions of two registries have nothing in common.
    const isOther = registry !== current?.registry || (url !== undefined && url !== current?.registryUrl)
    const position = {
      ...(isOther && current && { registryCursor: null }),
      receiveDueAt: registry === 'Online' ? scope.clock.now() : null,
    }
    const saved = await tx.associationSettings.upsert({
      where: { tenantId },
      create: { tenantId, ...data, ...position },
      update: { ...data, ...position, auditId: { increment: 1 } },
    })
    const changes = { Changed: Object.keys(input).filter((name) => name !== 'AuditId') }
    const details = { changes, payload: { Settings: changes.Changed }, eventKind: associationSettingsEvents.updated }
    await recordChange(scope, tx, changeOf({ entity: ENTITY }, saved, current ? 'updated' : 'created', details))
    for (const follower of syncFollowers.entries()) await follower.afterSettings(scope, tx)
    return saved
  })
}

/** Returns the columns that the input sets. */
const dataOf = (sealer: Sealer, tenantId: number, input: AssocSettingsSaveInput, url: string | null | undefined) => ({
  ...(input.Affiliation !== undefined && { affiliation: oneLine(input.Affiliation ?? '') || null }),
  ...(input.Registry !== undefined && { registry: input.Registry }),
  ...(url !== undefined && { registryUrl: url }),
  ...(input.RegistryKey !== undefined && keyColumns(sealer, tenantId, input.RegistryKey)),
  ...(input.IsRegistryEnabled !== undefined && { isRegistryEnabled: input.IsRegistryEnabled }),
})

const parseUrl = async (outbound: Outbound, text: string | null | undefined): Promise<string | null | undefined> => {
  const url = text?.trim()
  if (!url) return text === undefined ? undefined : null
  try {
    await outbound.check(url)
  } catch (error) {
    if (error instanceof OutboundFault) throw badInput('/RegistryUrl', `is not accepted: ${error.message}`)
    throw error
  }
  return url
}

const keyColumns = (sealer: Sealer, tenantId: number, key: string | null) => ({
  registryKey: key === null ? null : sealer.seal(key, registryKeyContext(tenantId)),
  registryKeyHint: key === null ? null : key.slice(-4),
})

type Access = Partial<Pick<AssociationSettings, 'registry' | 'registryUrl' | 'registryKey'>>

const requireComplete = ({ registry, registryUrl, registryKey }: Access): void => {
  if (registry !== 'Online' || (registryUrl && registryKey)) return
  throw ruleRefused('registry-incomplete', 'The online registry needs an address and a key.', [
    { pointer: registryUrl ? '/RegistryKey' : '/RegistryUrl', message: 'is required for the online registry' },
  ])
}
