/** What happens to signatures; payload: Name. */
export const SIGNATURE_CREATED = 'signature.created'
export const SIGNATURE_UPDATED = 'signature.updated'
export const SIGNATURE_DELETED = 'signature.deleted'
