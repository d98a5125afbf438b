import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/payment-processor'
import { jsonMessage } from '#kernel/http/response-message'
import { serve } from '#kernel/http/serve'
import { presentBankAccount, presentListedBank, presentTest } from './accounts.presenter.ts'
import { testAccount } from './accounts.service.ts'
import { deleteBankAccount, listBankAccounts, setDefaultBankAccount } from './bank-accounts.service.ts'
import { listCountries } from './countries.service.ts'

/** The accounts at the processor, their bank accounts, and the countries. */
export const accounts: FastifyPluginAsync = async (app) => {
  serve(app, operations.listBankAccounts, async ({ scope, params }) =>
    (await listBankAccounts(scope, app.processorTools, params.accountid)).map(presentListedBank),
  )

  serve(app, operations.deleteBankAccount, async ({ scope, params }) =>
    presentBankAccount(await deleteBankAccount(scope, app.processorTools, params.accountid, params.bankid)),
  )

  serve(app, operations.setDefaultBankAccount, async ({ scope, params }) => {
    const { accountid: accountUid, bankid: bankUid, defaultforcurrency: isDefault } = params
    return presentBankAccount(
      await setDefaultBankAccount(scope, app.processorTools, { accountUid, bankUid, isDefault }),
    )
  })

  serve(app, operations.listCountries, async ({ scope }) => {
    const countries = (await listCountries(scope, app.processorTools)).map(
      ({ code, name, defaultCurrencyCode, currencyCodes }) => ({
        CountryCode: code,
        Name: name,
        DefaultCurrencyCode: defaultCurrencyCode,
        CurrencyCodes: currencyCodes,
      }),
    )
    return jsonMessage(countries)
  })

  serve(app, operations.testPaymentProcessor, async ({ scope, query }) =>
    jsonMessage(presentTest(await testAccount(scope, app.processorTools, query.accountid ?? ''))),
  )
}
