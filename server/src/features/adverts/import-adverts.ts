import { isHttpsLink } from "#platform/text/contact-values.ts";
import { languages } from "@reposo/contract/text/languages.ts";
import { countCharacters } from "@reposo/contract/text/text-length.ts";
import {
  completeRows,
  existingOutletIds,
  findProblems,
  type ImportOutcome,
  type PartialRow,
  type Refuse,
  writeRows,
} from "#features/outlets/index.ts";
import { type AdvertFacts, lockAdverts, upsertAdverts } from "./adverts-store.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/** Defaults of a new advert. */
export const newAdvert = {
  outletIds: null,
  imageUrl: null,
  linkUrl: null,
  validFrom: null,
  validUntil: null,
  position: 0,
  en_US: null,
  zh_CN: null,
  zh_TW: null,
  id_ID: null,
} as const;

/** A row of the adverts file; the import leaves absent fields of an existing advert unchanged. */
export type AdvertRow = Pick<AdvertFacts, "advertId"> & Partial<AdvertFacts>;

const maxTextLength = 200;
const maxAddressLength = 2_048;
const lastPosition = 1_000_000;

/** Creates and updates adverts. Omitted columns stay unchanged. */
export async function importAdverts(
  uow: UnitOfWork,
  given: readonly PartialRow<AdvertRow>[],
  now: Date,
): Promise<ImportOutcome> {
  const known = await lockAdverts(
    uow,
    given.flatMap((row) => row.advertId ?? []),
  );
  const rows = completeRows<AdvertFacts>(given, (row) => known.get(row.advertId ?? ""), newAdvert);
  const outlets = await existingOutletIds(
    uow,
    rows.flatMap((row) => row.outletIds ?? []),
  );
  const problems = findProblems(rows, ["advertId", (row) => row.advertId], (row, refuse) =>
    validateRow(row, refuse, outlets),
  );
  return writeRows<AdvertFacts>(rows, problems, (valid) => upsertAdverts(uow, valid, now));
}

function validateRow(row: PartialRow<AdvertFacts>, refuse: Refuse, outlets: ReadonlySet<string>): void {
  const { advertId, outletIds, imageUrl, linkUrl, validFrom, validUntil, position } = row;
  if (advertId !== undefined && !/^[A-Za-z0-9_-]{1,64}$/.test(advertId))
    refuse("advertId", "an advert's id is 1 to 64 letters, digits, _ or -");
  for (const outletId of outletIds ?? [])
    if (!outlets.has(outletId)) refuse("outletIds", `there is no outlet "${outletId}"`);
  for (const language of languages)
    if (countCharacters(row[language] ?? "") > maxTextLength)
      refuse(`text_${language}`, `a text has ${maxTextLength} characters at most`);
  if (languages.every((language) => row[language] === null))
    refuse("text_en_US", "an advert needs a text in one language at least");
  if (typeof imageUrl === "string" && !isOwnPath(imageUrl) && !isHttpsLink(imageUrl, maxAddressLength))
    refuse(
      "image",
      `"${imageUrl}" is neither an https address nor a path on this site, such as /adverts/spring.jpg`,
    );
  if (typeof linkUrl === "string" && !isHttpsLink(linkUrl, maxAddressLength))
    refuse("link", `"${linkUrl}" is not an https address`);
  if (validFrom && validUntil && validUntil <= validFrom)
    refuse("validUntil", "the advert would end before it begins");
  if (position !== undefined && (position < 0 || position > lastPosition))
    refuse("position", `a position is a whole number from 0 to ${lastPosition}`);
}

/** Accepts a path on this site, but not `//host/…`, which browsers resolve to another host. */
const isOwnPath = (text: string): boolean =>
  /^\/(?![/\\])[^\s\\]*$/.test(text) && text.length <= maxAddressLength;
