interface ReceivedOrder {
  readonly orderId: string;
  readonly serverTime: string;
}

/**
 * Returns the order with the later server time, because a live event may arrive during a fetch; `received` if there is
 * no known state of this order.
 */
export const newerOrder = <O extends ReceivedOrder>(known: O | null | undefined, received: O): O =>
  known?.orderId === received.orderId && known.serverTime > received.serverTime ? known : received;
