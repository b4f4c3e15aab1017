import { useState } from "react";
import { useText } from "#shared/i18n/i18n.tsx";
import { IconButton } from "#ui/button/button.tsx";
import { CheckIcon, CopyIcon } from "#ui/icons/icons.tsx";
import { copyText } from "./copy-text.ts";

/** Copies the text of an element of the page, or selects it if the browser does not allow copying. */
export function CopyButton({ name, textOf }: { name: string; textOf: () => HTMLElement | null }) {
  const { copy, copied } = useText("shared");
  const [isCopied, setCopied] = useState(false);
  async function copyNow(): Promise<void> {
    const element = textOf();
    if (element !== null) setCopied(await copyText(element));
  }
  return (
    <>
      <IconButton
        label={`${copy}: ${name}`}
        icon={isCopied ? <CheckIcon /> : <CopyIcon />}
        onClick={() => void copyNow()}
      />
      <span className="visually-hidden" role="status">
        {isCopied ? copied : ""}
      </span>
    </>
  );
}
