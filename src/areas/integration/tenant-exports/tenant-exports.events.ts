/** The events of exports of the tenant. Payload: Status, FileId. */
export const tenantExportEvents = {
  created: 'tenant-export.created',
  updated: 'tenant-export.updated',
  deleted: 'tenant-export.deleted',
} as const
