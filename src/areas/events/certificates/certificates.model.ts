export const formatCertificateNumber = (id: number): string => `C-${id}`
