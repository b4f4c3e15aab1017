import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { readAnew } from "./read-anew.ts";

it("[HOME-3] news during a reading lead to another one after it, and nobody loses the first", async () => {
  const client = new QueryClient();
  const answers: ((value: string) => void)[] = [];
  const shown: (string | undefined)[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ["figures"],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  });
  const leave = observer.subscribe(({ data }) => shown.push(data));
  const news = [readAnew(client, ["figures"]), readAnew(client, ["figures"])];
  expect(answers).toHaveLength(1);
  answers[0]?.("older than the news");
  await expect.poll(() => answers.length).toBe(2);
  expect(shown).toContain("older than the news");
  answers[1]?.("with the news");
  await Promise.all(news);
  expect(observer.getCurrentResult().data).toBe("with the news");
  expect(answers).toHaveLength(2);
  leave();
  client.clear();
});
