import type pg from 'pg'
import { presentShownAd } from '#areas/commerce/sponsorships/delivery/ad-delivery.presenter'
import { AdDelivery } from '#areas/commerce/sponsorships/delivery/ad-delivery.service'
import type { Scope } from '#kernel/tenancy/scope'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { TenantFacts } from '../data/facts.ts'
import { newView } from '../requests.ts'
import type { BareDocumentSave } from './documents.ts'

/** Selects ads and counts impressions by the statements of the product, in the same batches. */
export const prepareAds = (scope: Scope, pool: pg.Pool, facts: TenantFacts): Map<string, BareDocumentSave> => {
  const run = async ({ text, values }: Sql): Promise<object[]> =>
    (await pool.query({ name: String(text.length), text, values })).rows
  const transaction = (work: (tx: { commit: typeof run }) => Promise<unknown>) => work({ commit: run })
  const bare = { ...scope, db: { ...scope.db, rows: run, transaction } } as unknown as Scope
  const delivery = new AdDelivery()
  const { path } = newView(facts)
  const present = presentShownAd(`http://127.0.0.1/api/public/ads/${facts.tenantKey}`)
  const show = async () => {
    const shown = await delivery.show(bare, { pageId: facts.adPageId })
    return JSON.stringify({ Ads: shown.map(present) })
  }
  return new Map([[path, show]])
}
