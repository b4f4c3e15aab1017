import { describe, expect, it } from "vitest";
import { unsupportedInScript, unsupportedInStyle } from "./browser-floor.ts";

describe("browser floor", () => {
  it.each([
    ["Array.prototype.at", "const last=e.at(-1)"],
    ["Object.hasOwn", "Object.hasOwn(t,'a')"],
    ["Object.groupBy", "Object.groupBy(t,f)"],
    ["regular expression lookbehind", "/(?<=a)b/.test(t)"],
    ["regular expression lookbehind", "/(?<!a)b/.test(t)"],
    ["structuredClone", "t=structuredClone(e)"],
    ["findLast", "e.findLast(f)"],
    ["copying array methods", "e.toSorted()"],
    ["Promise.withResolvers", "Promise.withResolvers()"],
    ["crypto.randomUUID", "crypto.randomUUID()"],
    ["AbortSignal.timeout", "AbortSignal.timeout(9)"],
    ["Temporal", "Temporal.Now.instant()"],
    ["top-level await", "const a=await import('./b.js');export{a}"],
    ["top-level await", "for(const a of b)await c(a)"],
  ])("finds %s in a script", (feature, code) => {
    expect(unsupportedInScript(code)).toEqual([feature]);
  });

  it("accepts a script with features that the oldest supported browsers have", () => {
    const code = `
      Object.hasOwnProperty.call(a,"b");"a".replaceAll("b","c");a?.b??=1;/(?<year>\\d+)/.test(t);
      const f=async()=>{await g()};class A{async b(){await g()}}point.at;b={...at(a)};Promise.allSettled([])`;
    expect(unsupportedInScript(code)).toEqual([]);
  });

  it.each([
    [":has()", "a:has(b){color:red}"],
    [":is() or :where()", ":is(a,b){color:red}"],
    ["color-mix()", "a{color:color-mix(in srgb,red,blue)}"],
    ["oklch() or lab()", "a{color:oklch(1 0 0)}"],
    ["@layer", "@layer base{a{color:red}}"],
    ["@container", "@container (min-width:1px){a{color:red}}"],
    ["dynamic viewport units", "a{height:100dvh}"],
    ["media query ranges", "@media (width>=480px){a{color:red}}"],
    ["nesting", "a{color:red;&:hover{color:blue}}"],
  ])("finds %s in a style sheet", (feature, css) => {
    expect(unsupportedInStyle(css)).toEqual([feature]);
  });

  it("accepts newer features inside `@supports` and checks the styles after it", () => {
    const supportsRule = "a{height:100vh}@supports (height:100dvh){a{height:100dvh}b{c:d}}";
    expect(unsupportedInStyle(`${supportsRule}a>b{inset:0}`)).toEqual([]);
    expect(unsupportedInStyle(`${supportsRule}a:has(b){c:d}`)).toEqual([":has()"]);
  });
});
