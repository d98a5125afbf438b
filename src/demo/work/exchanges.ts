import { makeChannelKey, sealConnectionKey } from '#areas/integration/connections/channel/channel.model'
import { connectionKind } from '#areas/integration/connections/connections.queries'
import { exchangeKind } from '#areas/integration/connections/exchanges/exchanges.queries'
import { guardsOf, type Mapping } from '#areas/integration/connections/mappings/mappings.model'
import type { Sealer } from '#kernel/crypto/seal'
import { nameKeyOf } from '#kernel/records/names'
import { changeOf, recordChange } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'

/** A tenant of an installation that the operator has not listed: nothing is sent to it. */
const SOURCE = {
  key: 'state-association',
  name: 'State Association',
  installation: 'https://members.state.example',
}

const PARTS = { names: true, infos: true, addresses: true, customFields: false, fields: [] }

/** Maps the members of the source to a membership type. */
const mappingTo = (targetTypeId: number | undefined): Mapping => {
  const source = { sourceTypeId: 1, sourceTypeName: 'Regular', sourceLevelId: null, sourceLevelName: null }
  return {
    memberships: true,
    owners: false,
    contacts: true,
    individuals: PARTS,
    businesses: PARTS,
    feeds: targetTypeId === undefined ? [] : [{ ...source, targetTypeId, targetLevelId: null }],
  }
}

/**
 * Adds an exchange of a tenant in another installation, which this one has accepted, and a connection that is disabled before its
 * first copy: to enable it, the operator lists the installation first.
 */
export const loadExchanges = async (scope: Scope, sealer: Sealer): Promise<void> => {
  await scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const type = await tx.membershipType.findFirst({ where: { tenantId, isActive: true }, orderBy: { id: 'asc' } })
    const name = 'Statewide exchange'
    const exchange = await tx.exchange.create({
      data: {
        tenantId,
        uid: crypto.randomUUID(),
        name,
        nameKey: nameKeyOf(name),
        isOwn: false,
        ownerKey: SOURCE.key,
        ownerInstallation: SOURCE.installation,
      },
    })
    const own = { key: scope.tenant.key, name: scope.tenant.name, installation: '', isSource: false }
    await tx.exchangeParty.createMany({
      data: [{ ...SOURCE, isSource: true }, own].map((party) => ({
        tenantId,
        exchangeId: exchange.id,
        consent: 'Accepted',
        ...party,
      })),
    })
    await recordChange(scope, tx, changeOf(exchangeKind, exchange, 'created'))
    const mapping = mappingTo(type?.id)
    const uid = crypto.randomUUID()
    const connection = await tx.connection.create({
      data: {
        tenantId,
        uid,
        exchangeId: exchange.id,
        isSource: false,
        mapping,
        ...guardsOf(mapping),
        otherKey: SOURCE.key,
        otherInstallation: SOURCE.installation,
        otherName: SOURCE.name,
        isDisabledHere: true,
        lastDisabledAt: scope.clock.now(),
        sealed: sealConnectionKey(sealer, tenantId, uid, makeChannelKey()),
      },
    })
    await recordChange(scope, tx, changeOf(connectionKind, connection, 'created'))
  })
}
