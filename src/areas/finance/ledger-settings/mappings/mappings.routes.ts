import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import {
  type LedgerMappingScreen,
  type LedgerMappingScreenInput,
  type LedgerServiceSideChoice,
  operations,
} from '#contract/finance/ledger-settings'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, sendVersion } from '#kernel/http/versions'
import { compareByName } from '#kernel/text/by-name'
import type { LedgerRecord } from '../ledger.port.ts'
import { nameOfChoice } from './account-types.model.ts'
import { presentScreen, presentServiceChoice, presentWriteOffScreen } from './mappings.presenter.ts'
import { listMappedLedgerIds, type Mapping, type MappingScreen, mappings, readMapping } from './mappings.queries.ts'
import { listLedgerRecords, saveMapping } from './mappings.service.ts'

/** The mappings of the service's records to those of the ledger: four operations each, two for write-offs. */
export const ledgerMappings: FastifyPluginAsync = async (app) => {
  const { account, discount, feeItem, paymentGateway, paymentType, tax, writeOff } = mappings

  serve(app, operations.getAccountMapping, screenOf(account))
  serve(app, operations.saveAccountMapping, savedScreenOf(app, account))
  serve(app, operations.listServiceAccounts, activeChoicesOf(account))
  serve(app, operations.listLedgerAccounts, async ({ scope }) =>
    (await ledgerChoices(scope, app, account)).map(({ id, ...choice }) => ({ ...choice, LdgAccountId: id })),
  )

  serve(app, operations.getClassMapping, screenOf(mappings.class))
  serve(app, operations.saveClassMapping, savedScreenOf(app, mappings.class))
  serve(app, operations.listServiceClasses, activeChoicesOf(mappings.class))
  serve(app, operations.listLedgerClasses, async ({ scope }) =>
    (await ledgerChoices(scope, app, mappings.class)).map(({ id, ...choice }) => ({ ...choice, LdgClassId: id })),
  )

  serve(app, operations.getDiscountMapping, screenOf(discount))
  serve(app, operations.saveDiscountMapping, savedScreenOf(app, discount))
  serve(app, operations.listServiceDiscounts, allChoicesOf(discount))
  serve(app, operations.listLedgerDiscounts, async ({ scope }) =>
    (await ledgerChoices(scope, app, discount)).map(({ id, ...choice }) => ({ ...choice, LdgDiscountId: id })),
  )

  serve(app, operations.getFeeItemMapping, screenOf(feeItem))
  serve(app, operations.saveFeeItemMapping, savedScreenOf(app, feeItem))
  serve(app, operations.listServiceFeeItems, activeChoicesOf(feeItem))
  serve(app, operations.listLedgerFeeItems, async ({ scope }) =>
    (await ledgerChoices(scope, app, feeItem)).map(({ id, ...choice }) => ({ ...choice, LdgItemId: id })),
  )

  serve(app, operations.getPaymentGatewayMapping, screenOf(paymentGateway))
  serve(app, operations.savePaymentGatewayMapping, savedScreenOf(app, paymentGateway))
  serve(app, operations.listServicePaymentGateways, allChoicesOf(paymentGateway))
  serve(app, operations.listLedgerPaymentMethods, async ({ scope }) =>
    (await ledgerChoices(scope, app, paymentGateway)).map(({ id, ...choice }) => ({
      ...choice,
      LdgPaymentMethodId: id,
    })),
  )

  serve(app, operations.getPaymentTypeMapping, screenOf(paymentType))
  serve(app, operations.savePaymentTypeMapping, savedScreenOf(app, paymentType))
  serve(app, operations.listServicePaymentTypes, allChoicesOf(paymentType))
  serve(app, operations.listLedgerPaymentMethodsForTypes, async ({ scope }) =>
    (await ledgerChoices(scope, app, paymentType)).map(({ id, ...choice }) => ({ ...choice, LdgPaymentMethodId: id })),
  )

  serve(app, operations.getTaxMapping, screenOf(tax))
  serve(app, operations.saveTaxMapping, savedScreenOf(app, tax))
  serve(app, operations.listServiceTaxItems, activeChoicesOf(tax))
  serve(app, operations.listLedgerTaxItems, async ({ scope }) =>
    (await ledgerChoices(scope, app, tax)).map(({ id, ...choice }) => ({ ...choice, LdgTaxId: id })),
  )

  serve(app, operations.getWriteOffMapping, async ({ scope }, reply) =>
    presentWriteOffScreen(sendScreen(reply, await readMapping(scope, writeOff))),
  )
  serve(app, operations.saveWriteOffMapping, async (request, reply) => {
    const { scope, body } = request
    const edit = { installationId: body.IntegrationId, mappings: body.Mappings }
    return presentWriteOffScreen(
      sendScreen(reply, await saveMapping(scope, app, writeOff, edit, expectedIfMatch(request))),
    )
  })
}

const sendScreen = (reply: FastifyReply, screen: MappingScreen): MappingScreen => {
  if (screen.installation) sendVersion(reply, screen.installation.auditId)
  return screen
}

const screenOf =
  (mapping: Mapping) =>
  async ({ scope }: Pick<FastifyRequest, 'scope'>, reply: FastifyReply): Promise<LedgerMappingScreen> =>
    presentScreen(sendScreen(reply, await readMapping(scope, mapping)))

type ScreenRequest = FastifyRequest<{ Body: LedgerMappingScreenInput }>

const savedScreenOf =
  (app: FastifyInstance, mapping: Mapping) =>
  async (request: ScreenRequest, reply: FastifyReply): Promise<LedgerMappingScreen> => {
    const { scope, body } = request
    const edit = { installationId: body.InstallationId, mappings: body.Mappings }
    return presentScreen(sendScreen(reply, await saveMapping(scope, app, mapping, edit, expectedIfMatch(request))))
  }

type Choices = (request: Pick<FastifyRequest, 'scope'>) => Promise<LedgerServiceSideChoice[]>

const allChoicesOf =
  ({ listNames }: Mapping): Choices =>
  async ({ scope }) =>
    [...(await listNames(scope))].sort(compareByName).map(presentServiceChoice)

const activeChoicesOf =
  ({ listNames }: Mapping): Choices =>
  async ({ scope }) => {
    const active = (await listNames(scope)).filter(({ isActive }) => isActive)
    return active.sort(compareByName).map(presentServiceChoice)
  }

/** The active records of the ledger; each kind of mapping names the id in its own field. */
const ledgerChoices = async (scope: FastifyRequest['scope'], app: FastifyInstance, mapping: Mapping) => {
  const [records, mapped] = await Promise.all([
    listLedgerRecords(scope, app, mapping.list),
    listMappedLedgerIds(scope, mapping),
  ])
  const nameOf = ({ name, type }: LedgerRecord) => (mapping.list === 'account' ? nameOfChoice(name, type) : name)
  return records.map((record) => ({ Name: nameOf(record), IsSelected: mapped.has(record.id), id: record.id }))
}
