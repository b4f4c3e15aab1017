import { adverts } from "@reposo/contract/outlets/adverts.ts";
import type { Language } from "@reposo/contract/text/languages.ts";
import type { ChairPageData } from "@reposo/contract/page-rendering.ts";
import { useEffect, useState } from "react";
import { callApi } from "#shared/api/api-client.ts";
import { useLanguage } from "#shared/i18n/i18n.tsx";
import { usePageData } from "#shared/api/page-data.ts";

type Adverts = ChairPageData["adverts"];

/** A chair's adverts in the current language: inlined by the server, or fetched after a change of language. */
export function useAdverts(deviceId: string): Adverts {
  const language = useLanguage();
  const page = usePageData();
  const inlined = page.chair?.device.deviceId === deviceId ? page.chair.adverts : null;
  const [fetched, setFetched] = useState<{ language: Language; list: Adverts } | null>(null);
  const isInlined = inlined !== null && page.language === language;
  useEffect(() => {
    if (isInlined) return;
    const cancel = new AbortController();
    callApi(adverts, { deviceId }, { signal: cancel.signal, quiet: true }).then(
      (list) => setFetched({ language, list }),
      () => undefined,
    );
    return () => cancel.abort();
  }, [deviceId, language, isInlined]);
  return (isInlined ? inlined : fetched?.list) ?? inlined ?? [];
}
