import type { Attack } from "./attack-world.ts";
import {
  connectAsAnother,
  holdSilentBrokerSockets,
  holdSlowSockets,
  holdTlsHandshakes,
  leaveOwnTopics,
  openManyStreams,
} from "./connection-attacks.ts";
import { readNothing, reserveCoupons, sendUnpaidMedia } from "./exhaustion-attacks.ts";
import {
  evadeLimits,
  fixateTokens,
  floodGuests,
  guessPasswords,
  guessTokens,
  replayLogins,
  reuseTickets,
} from "./identity-attacks.ts";
import { forgePolicies, sendHostileMedia, sendPolyglots } from "./media-uploads.ts";
import {
  callCrossSite,
  exportFormulas,
  redirectToForeignHost,
  traverseFolders,
  useForeignIds,
} from "./outlet-attacks.ts";
import { alterPrices, floodUnpaidOrders, forgeWebhooks, guessCoupons } from "./payment-attacks.ts";

/** Media attacks run last, because the server processes accepted files for a while. */
export const allAttacks: readonly Attack[] = [
  guessTokens,
  fixateTokens,
  floodGuests,
  guessPasswords,
  replayLogins,
  reuseTickets,
  evadeLimits,
  guessCoupons,
  reserveCoupons,
  floodUnpaidOrders,
  alterPrices,
  forgeWebhooks,
  useForeignIds,
  callCrossSite,
  exportFormulas,
  redirectToForeignHost,
  traverseFolders,
  openManyStreams,
  holdSlowSockets,
  readNothing,
  holdSilentBrokerSockets,
  holdTlsHandshakes,
  connectAsAnother,
  leaveOwnTopics,
  sendUnpaidMedia,
  sendPolyglots,
  forgePolicies,
  sendHostileMedia,
];
