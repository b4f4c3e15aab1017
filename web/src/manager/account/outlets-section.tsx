import { useState } from "react";
import type { UserInfo } from "#manager/shared/session/account.ts";
import { fill, useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { Button } from "#ui/button/button.tsx";
import { List, Row } from "#ui/list/list.tsx";
import { Section } from "#ui/screen/screen.tsx";
import { SearchField } from "#ui/field/search-field.tsx";
import styles from "./user-screen.module.css";

/** A list with more outlets is initially collapsed to `maxExpanded - 2`, so that expanding it adds at least three. */
const maxExpanded = 5;
/** From this number of outlets, the expanded list has a search field. */
const minSearchable = 12;

export function OutletsSection({ outlets }: { outlets: UserInfo["outlets"] }) {
  const texts = useText("account");
  const manager = useText("manager");
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const folds = outlets.length > maxExpanded;
  const searches = open && outlets.length >= minSearchable;
  const shown = !folds ? outlets : open ? matchingOutlets(outlets, typed) : outlets.slice(0, maxExpanded - 2);

  return (
    <Section
      title={fill(texts.outletCount, { count: outlets.length })}
      action={
        folds && (
          <Button variant="plain" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? texts.hideOutlets : texts.showOutlets}
          </Button>
        )
      }
    >
      {searches && (
        <SearchField
          label={texts.outletSearch}
          clearLabel={manager.clearSearch}
          value={typed}
          onChange={setTyped}
        />
      )}
      {outlets.length === 0 && <p className={styles.none}>{texts.noOutlets}</p>}
      {shown.length > 0 && (
        <List label={texts.outlets}>
          {shown.map(({ areaId, areaName }) => (
            <Row key={areaId} href={hrefOf("outlet", { areaId })} title={areaName} />
          ))}
        </List>
      )}
      {searches && (
        <p className={styles.none} role="status">
          {shown.length === 0 && texts.noOutletFits}
        </p>
      )}
    </Section>
  );
}

/** Returns the outlets whose names contain every typed word, in any order and ignoring case. */
export function matchingOutlets<O extends { readonly areaName: string }>(
  outlets: readonly O[],
  typed: string,
): readonly O[] {
  const terms = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return outlets.filter(({ areaName }) => terms.every((term) => areaName.toLowerCase().includes(term)));
}
