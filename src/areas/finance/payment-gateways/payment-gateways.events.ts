/** What happens to payment gateways. */
export const paymentGatewayEvents = { created: 'paymentgateway.created', updated: 'paymentgateway.updated' } as const
