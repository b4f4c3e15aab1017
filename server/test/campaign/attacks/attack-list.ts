import type { Attack } from "./attack-world.ts";
import { connectAsAnother, leaveOwnTopics } from "./broker-attacks.ts";
import { commandOtherChairs, inventCoins, openManyCases } from "./chair-attacks.ts";
import {
  holdSilentBrokerSockets,
  holdSlowSockets,
  holdTlsHandshakes,
  openManyStreams,
} from "./connection-attacks.ts";
import { framePages, gainOwnerRights, inventMessages, readSecrets, storeScripts } from "./content-attacks.ts";
import { floodSeparateLimits, readNothing, reserveCoupons } from "./exhaustion-attacks.ts";
import {
  evadeLimits,
  fixateTokens,
  floodGuests,
  guessPasswords,
  guessTokens,
  replayLogins,
  reuseTickets,
  useDerivedTokens,
  useEndedTokens,
} from "./identity-attacks.ts";
import { useForeignIds, useLabels } from "./foreign-id-attacks.ts";
import { blockChairs, blockOutlets, storeFeedback } from "./limit-attacks.ts";
import {
  forgePolicies,
  sendHostileMedia,
  sendManyBoxes,
  sendOversizedFiles,
  sendPolyglots,
} from "./media-uploads.ts";
import { replayStarts, spendCouponsTwice, startUnpaidOrders, takeOccupiedChairs } from "./order-attacks.ts";
import { callCrossSite, exportFormulas, redirectToForeignHost, traverseFolders } from "./outlet-attacks.ts";
import {
  alterPrices,
  floodUnpaidOrders,
  forgeWebhooks,
  guessCoupons,
  replayWebhooks,
} from "./payment-attacks.ts";
import { sendMalformedPackets } from "./packet-attacks.ts";
import { exceedQuotas } from "./uploads/quota-attacks.ts";
import { reusePolicies } from "./uploads/policy-attacks.ts";
import { attachUnpaidMedia, sendUnpaidMedia } from "./uploads/unpaid-media-attacks.ts";
import { listenAfterEnd, readCoupons, respellNames, timeLogins } from "./session-attacks.ts";

/**
 * All attacks. Media attacks run late, because the server continues to process accepted files afterwards; the search
 * for secrets runs last, because it reads what the other attacks left in the log.
 */
export const allAttacks: readonly Attack[] = [
  guessTokens,
  fixateTokens,
  useEndedTokens,
  useDerivedTokens,
  floodGuests,
  guessPasswords,
  replayLogins,
  reuseTickets,
  respellNames,
  timeLogins,
  evadeLimits,
  floodSeparateLimits,
  listenAfterEnd,
  readCoupons,
  startUnpaidOrders,
  replayStarts,
  takeOccupiedChairs,
  spendCouponsTwice,
  guessCoupons,
  reserveCoupons,
  floodUnpaidOrders,
  blockChairs,
  blockOutlets,
  storeFeedback,
  alterPrices,
  forgeWebhooks,
  replayWebhooks,
  useForeignIds,
  useLabels,
  callCrossSite,
  framePages,
  storeScripts,
  inventMessages,
  exportFormulas,
  redirectToForeignHost,
  traverseFolders,
  gainOwnerRights,
  openManyStreams,
  holdSlowSockets,
  readNothing,
  holdSilentBrokerSockets,
  holdTlsHandshakes,
  connectAsAnother,
  leaveOwnTopics,
  commandOtherChairs,
  inventCoins,
  openManyCases,
  sendMalformedPackets,
  sendUnpaidMedia,
  attachUnpaidMedia,
  sendPolyglots,
  sendOversizedFiles,
  forgePolicies,
  reusePolicies,
  exceedQuotas,
  sendHostileMedia,
  sendManyBoxes,
  readSecrets,
];
