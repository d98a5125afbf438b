/** The events of payment gateways. Payload: name. */
export const paymentGatewayEvents = { created: 'paymentgateway.created', updated: 'paymentgateway.updated' } as const
