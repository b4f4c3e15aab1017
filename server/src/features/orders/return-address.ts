/** Where a payer's browser comes back to: the order's countdown, with a ticket for whatever browser that is. */
export const returnUrlOf = (publicUrl: string, orderId: string, ticket: string): string =>
  `${publicUrl}/pages/deviceOrder/order?orderId=${orderId}&ticket=${ticket}`;
