import type { Area } from '#areas/area'
import { invoiceOwners } from '#areas/finance/books/invoices/dependents.queries'
import { contactMoves } from '#areas/people/contacts/merges/contact-moves.queries'
import { changes, kinds } from '#kernel/outbox/event-kind'
import { presented, written } from '#kernel/records/record-shape'
import { addTo } from '#kernel/registers/register'
import type { TenantSeed } from '#kernel/tenancy/provision'
import { presentCustomAdLocation } from './custom-locations/custom-locations.presenter.ts'
import { getCustomAdLocation } from './custom-locations/custom-locations.queries.ts'
import { displayAdFiles } from './display-ads/display-ads.files.ts'
import { readDisplayAd } from './display-ads/display-ads.queries.ts'
import { SITE_MODULES } from './site-modules/site-modules.model.ts'
import { presentSiteModule } from './site-modules/site-modules.presenter.ts'
import { getSiteModuleByType } from './site-modules/site-modules.queries.ts'
import { readSitePage } from './site-pages/site-pages.queries.ts'
import { readSite } from './sites/sites.queries.ts'
import { sponsorInvoiceOwner } from './sponsors/sponsor-changes.service.ts'
import { sponsorDays } from './sponsors/sponsors.job.ts'
import { readSponsor } from './sponsors/sponsors.queries.ts'
import {
  customAdLocationEvents,
  displayAdEvents,
  siteEvents,
  siteModuleEvents,
  sitePageEvents,
  sponsorEvents,
  sponsorshipTypeEvents,
} from './sponsorships.events.ts'
import { sponsorships } from './sponsorships.routes.ts'
import { advertisingUses, sponsorshipUses } from './sponsorships.uses.ts'
import { readSponsorshipType } from './types/sponsorship-types.queries.ts'

/** Creates the modules of sites, all of which can show ads. */
const seedSiteModules: TenantSeed = async (tx, tenantId) => {
  await tx.siteModule.createMany({ data: Object.keys(SITE_MODULES).map((id) => ({ tenantId, typeId: Number(id) })) })
}

export const sponsorshipsArea: Area = {
  routes: [sponsorships],
  events: [
    ...changes('sponsorships', 'Site', siteEvents),
    ...changes('sponsorships', 'Page of a site', sitePageEvents),
    ...changes('sponsorships', 'Site module', siteModuleEvents),
    ...changes('sponsorships', 'Custom ad location', customAdLocationEvents),
    ...changes('sponsorships', 'Display ad', displayAdEvents),
    ...changes('sponsorships', 'Sponsorship type', sponsorshipTypeEvents),
    ...kinds('sponsorships', {
      [sponsorEvents.created]: 'Sponsor created',
      [sponsorEvents.updated]: 'Sponsor updated',
      [sponsorEvents.approved]: 'Sponsor approved',
      [sponsorEvents.declined]: 'Sponsor declined',
      [sponsorEvents.ended]: 'Sponsor ended',
      [sponsorEvents.deleted]: 'Sponsor deleted',
    }),
  ],
  shapes: {
    site: written('sponsorships:read', (scope, id) => readSite(scope, id)),
    sitepage: written('sponsorships:read', (scope, id) => readSitePage(scope, id)),
    sitemodule: presented('sponsorships:read', async (scope, id) =>
      presentSiteModule(scope)(await getSiteModuleByType(scope, scope.db.prisma, id)),
    ),
    customadlocation: presented('sponsorships:read', async (scope, id) =>
      presentCustomAdLocation(await getCustomAdLocation(scope, id)),
    ),
    displayad: written('sponsorships:read', (scope, id) => readDisplayAd(scope, id)),
    sponsorshiptype: written('sponsorships:read', (scope, id) => readSponsorshipType(scope, id)),
    sponsor: written('sponsorships:read', (scope, id) => readSponsor(scope, id)),
  },
  uses: [...advertisingUses, ...sponsorshipUses],
  files: displayAdFiles,
  seeds: [seedSiteModules],
  days: [sponsorDays],
  additions: [
    addTo(
      contactMoves,
      { kind: 'displayAds', table: 'display_ad', column: 'contact_id', meaning: 'data' },
      { kind: 'sponsors', table: 'sponsor', column: 'contact_id', meaning: 'data' },
    ),
    addTo(invoiceOwners, sponsorInvoiceOwner),
  ],
}
