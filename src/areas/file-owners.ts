import { displayAdFiles } from '#areas/commerce/sponsorships/display-ads/display-ads.files'
import { storeFiles } from '#areas/commerce/store/store.files'
import { eventFiles } from '#areas/events/events/events.files'
import { printoutFiles } from '#areas/finance/documents/printouts/printouts.files'
import { reportFiles } from '#areas/finance/payment-processor/reports/reports.files'
import { tenantLogFiles } from '#areas/integration/logs/tenant-log/tenant-log.files'
import { tenantExportFiles } from '#areas/integration/tenant-exports/tenant-exports.files'
import { tenantSettingsFiles } from '#areas/integration/tenant-settings/tenant-settings.files'
import { contactFiles } from '#areas/people/contacts/contacts.files'
import { directoryFiles } from '#areas/people/directories/directories.files'
import { importFiles } from '#areas/people/imports/imports.files'
import { membershipFiles } from '#areas/people/memberships/memberships.files'
import { taskFiles } from '#areas/work/tasks/tasks.files'
import type { FileOwner } from '#services/files/file-owner'

/** The records of each area that own files. */
export const fileOwners: readonly FileOwner[] = [
  ...contactFiles,
  ...importFiles,
  ...membershipFiles,
  ...directoryFiles,
  ...taskFiles,
  ...displayAdFiles,
  ...reportFiles,
  ...printoutFiles,
  ...storeFiles,
  ...eventFiles,
  ...tenantSettingsFiles,
  ...tenantLogFiles,
  ...tenantExportFiles,
]
