/** The number on a certificate. */
export const certificateNumber = (id: number): string => `C-${id}`
