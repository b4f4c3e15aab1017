import type { ChairPageData } from "@reposo/contract/page-rendering.ts";
import { useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { Section } from "#ui/screen/screen.tsx";
import styles from "./advert-list.module.css";
import { adverts } from "@reposo/contract/outlets/adverts.ts";
import type { Language } from "@reposo/contract/text/languages.ts";
import { useEffect, useState } from "react";
import { callApi } from "#shared/api/api-client.ts";
import { usePageData } from "#shared/api/page-data.ts";

export function AdvertList({ adverts }: { adverts: ChairPageData["adverts"] }) {
  const text = useText("customer");
  if (adverts.length === 0) return null;
  return (
    <Section title={text.adverts}>
      <ul className={styles.list}>
        {adverts.map(({ advertId, imageUrl, linkUrl, text: advertText }) => {
          const content = (
            <>
              {imageUrl !== null && <img className={styles.picture} src={imageUrl} alt="" loading="lazy" />}
              <span className={styles.text} dir="auto">
                {advertText}
              </span>
            </>
          );
          return (
            <li key={advertId} className={styles.advert}>
              {linkUrl?.startsWith("https://") ? (
                <a className={styles.link} href={linkUrl} target="_blank" rel="noopener noreferrer nofollow">
                  {content}
                </a>
              ) : (
                content
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

type Adverts = ChairPageData["adverts"];

/**
 * Returns a chair's adverts in the current language: those that the server inlined in the page, otherwise fetched ones.
 */
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
