/** Days after which an export is deleted with its archive. */
export const KEPT_DAYS = 7
