import assert from "node:assert/strict";
import { decode, encode, maskText, testMaskSource } from "./mask_text.ts";

const TOKEN = { name: "API_TOKEN", value: "s3cr3t-Value/with+signs" };
const MASKED = maskText(TOKEN.value, [TOKEN]);

Deno.test("a known value becomes its placeholder, the text around it stays", () => {
  assert.match(MASKED, /^\[masked:API_TOKEN#[0-9a-f]{4}\]$/);
  assert.equal(maskText(`a ${TOKEN.value}\nb`, [TOKEN]), `a ${MASKED}\nb`);
});

Deno.test("a known value is found in every spelling, with one tag", () => {
  const { value } = TOKEN;
  const spellings = [
    encodeURIComponent(value),
    encodeURIComponent(value).replace(/%../g, (digits) => digits.toLowerCase()),
    value.replaceAll("/", "%2F"),
    new URLSearchParams({ q: value }).toString().slice(2),
  ];
  for (const text of spellings) assert.equal(maskText(`x=${text}&y`, [TOKEN]), `x=${MASKED}&y`);
});

Deno.test("a value with quotes and line ends is found in JSON", () => {
  const secret = { name: "PHRASE", value: 'say "open sesame" \\ now' };
  const masked = maskText(secret.value, [secret]);
  assert.equal(maskText(JSON.stringify({ a: secret.value }), [secret]), `{"a":"${masked}"}`);
});

for (const before of ["", "a", "ab", "abc", "user:"]) {
  Deno.test(`a known value is found in base64 after ${JSON.stringify(before)}`, () => {
    for (const after of ["", "z", "zz", "\n"]) {
      const text = btoa(`${before}${TOKEN.value}${after}`);
      const masked = maskText(text, [TOKEN]);
      assert.ok(masked.includes(MASKED), masked);
      // What is left are characters that the neighbours decide as well.
      assert.ok(masked.replace(MASKED, "").length <= btoa(before + after).length + 4, masked);
    }
  });
}

Deno.test("a known value is found in base64 that is broken into lines anywhere", () => {
  const text = btoa(`${TOKEN.value} and more`);
  for (let width = 3; width < 40; width++) {
    const lines = text.match(new RegExp(`.{1,${width}}`, "g")) ?? [];
    for (const lineEnd of ["\n", "\r\n", "\n    ", "\\n"]) {
      const masked = maskText(lines.join(lineEnd), [TOKEN]);
      assert.ok(masked.includes(MASKED), `${width} ${JSON.stringify(lineEnd)} ${masked}`);
    }
  }
});

Deno.test("a known value is found in the URL-safe alphabet of base64", () => {
  const secret = { name: "BYTES", value: "???>>>ab???>>>" };
  const text = btoa(secret.value);
  assert.match(text, /[+/]/);
  const masked = maskText(secret.value, [secret]);
  assert.ok(maskText(text, [secret]).startsWith(masked));
  const urlText = text.replaceAll("/", "_").replaceAll("+", "-");
  assert.ok(maskText(urlText, [secret]).startsWith(masked));
});

Deno.test("a value of several lines is found whole, with CR LF, and line by line", () => {
  const secret = { name: "KEY", value: "first-line-of-the-key-0123\nsecond-line-of-the-key-45" };
  const masked = maskText(secret.value, [secret]);
  assert.equal(maskText(secret.value.replace("\n", "\r\n"), [secret]), masked);
  assert.equal(maskText("> second-line-of-the-key-45 <", [secret]), `> ${masked} <`);
});

Deno.test("of values that start alike the longer one is taken", () => {
  const secrets = [{ name: "SHORT", value: "abcdefgh1" }, { name: "LONG", value: "abcdefgh12345" }];
  assert.match(maskText("abcdefgh12345!", secrets), /^\[masked:LONG#....\]!$/);
  assert.match(maskText("abcdefgh1!", secrets), /^\[masked:SHORT#....\]!$/);
});

Deno.test("values that overlap disappear as one, values that touch as two", () => {
  const secrets = [{ name: "A", value: "abcdefghij" }, { name: "B", value: "ghijklmnop" }];
  assert.match(maskText("<abcdefghijklmnop>", secrets), /^<\[masked:A#....\]>$/);
  assert.match(maskText("abcdefghijghijklmnop", secrets), /^\[masked:A#....\]\[masked:B#....\]$/);
});

Deno.test("short values, fillers and common words stay", () => {
  for (const value of ["hunter2", "xxxxxxxxxxxx", "********", "postgres", "Development"]) {
    assert.equal(maskText(`it is ${value}`, [{ name: "PASSWORD", value }]), `it is ${value}`);
  }
});

Deno.test("a value longer than any buffer is found", () => {
  const value = Array.from({ length: 3000 }, (_, index) => `part-${index}`).join(".");
  const masked = maskText(`<${value}>`, [{ name: "LONG", value }]);
  assert.match(masked, /^<(\[masked:LONG#....\])+>$/);
});

const PEM = [
  "-----BEGIN RSA PRIVATE KEY-----",
  ...Array.from({ length: 5 }, (_, index) => `${index}`.repeat(64)),
  "MIIEabcdef==",
  "-----END RSA PRIVATE KEY-----",
];
const KEY = /^a\n\[masked:private-key#....\]\nb$/;

Deno.test("a private key disappears with its markers", () => {
  assert.match(maskText(["a", ...PEM, "b"].join("\n"), []), KEY);
  assert.match(maskText(["a", ...PEM].join("\r\n") + "\nb").replace("\r", ""), KEY);
});

Deno.test("a private key without its end goes as far as lines look like one", () => {
  const text = ["a", ...PEM.slice(0, 4), "and then an ordinary line", "b"].join("\n");
  assert.match(maskText(text), /^a\n\[masked:private-key#....\]and then an ordinary line\nb$/);
  assert.match(maskText(PEM.slice(0, 3).join("\n")), /^\[masked:private-key#....\]$/);
});

Deno.test("a private key is found inside JSON, indented, and with a listing's prefixes", () => {
  const json = JSON.stringify({ key: `${PEM.join("\n")}\n`, id: "x" });
  assert.match(maskText(json), /^\{"key":"\[masked:private-key#....\]\\n","id":"x"\}$/);
  for (const prefix of ["    ", "+", "key.pem-", "12: "]) {
    const masked = maskText(PEM.map((line) => prefix + line).join("\n"));
    assert.ok(!masked.includes("0000"), masked);
    assert.ok(!masked.includes("4444"), masked);
  }
});

Deno.test("an encrypted private key keeps its headers to itself", () => {
  const headers = ["Proc-Type: 4,ENCRYPTED", "DEK-Info: AES-128-CBC,0123", ""];
  const text = [PEM[0], ...headers, ...PEM.slice(1)].join("\n");
  assert.match(maskText(text), /^\[masked:private-key#....\]$/);
});

Deno.test("two private keys have two tags, and their marker alone is nothing to remember", () => {
  const other = PEM.join("\n").replaceAll("1", "7");
  assert.notEqual(maskText(PEM.join("\n")), maskText(other));
  const source = testMaskSource();
  source.mask(PEM.join("\n"));
  for (const value of source.seen()) assert.ok(!decode(value).includes("BEGIN"), decode(value));
});

Deno.test("certificates and public keys are no secret", () => {
  const text = PEM.join("\n").replaceAll("RSA PRIVATE KEY", "CERTIFICATE");
  assert.equal(maskText(text), text);
  const publicKey = PEM.join("\n").replaceAll("RSA PRIVATE", "PUBLIC");
  assert.equal(maskText(publicKey), publicKey);
});

Deno.test("an open-ended token is replaced to its last character", () => {
  const token = `sk-ant-${"a1B2".repeat(5000)}`;
  assert.match(maskText(`x ${token} y`), /^x \[masked:anthropic-key#....\] y$/);
});

Deno.test("the same token has the same tag, another one another", () => {
  const [first, second, other] = ["a", "a", "b"].map((letter) =>
    maskText(`ghp_${letter.repeat(35)}1`)
  );
  assert.equal(first, second);
  assert.notEqual(first, other);
});

Deno.test("a prompt appears when idle, and what was held back is not lost", () => {
  const masker = testMaskSource([TOKEN]).createMasker();
  assert.equal(decode(masker.push(encode("Continue? [y/N] "))), "Continue? [y/N] ");
  assert.equal(decode(masker.push(encode("s3c"))), "");
  assert.equal(masker.held(), 3);
  assert.equal(decode(masker.idle()), "s3c");
  assert.equal(decode(masker.push(encode("ond\n"))), "ond\n");
  assert.equal(masker.count(), 0);
});

Deno.test("a secret that comes in pieces with pauses never shows more than three bytes", () => {
  for (let size = 1; size < TOKEN.value.length; size++) {
    const masker = testMaskSource([TOKEN]).createMasker();
    let shown = "";
    for (let at = 0; at < TOKEN.value.length; at += size) {
      shown += decode(masker.push(encode(TOKEN.value.slice(at, at + size))));
      shown += decode(masker.idle());
    }
    shown += decode(masker.push(encode("\n"))) + decode(masker.flush());
    const [before = "", after] = shown.split(MASKED);
    assert.ok(before.length <= 3, `${size} ${shown}`);
    assert.equal(after, "\n");
  }
});

Deno.test("a token of known shape that comes in pieces with pauses shows at most its first word", () => {
  const token = `ghp_${"a1B2".repeat(9)}`;
  for (const size of [1, 3, 4, 5, 20]) {
    const masker = testMaskSource().createMasker();
    let shown = "";
    for (let at = 0; at < token.length; at += size) {
      shown += decode(masker.push(encode(token.slice(at, at + size)))) + decode(masker.idle());
    }
    shown += decode(masker.flush());
    assert.match(shown, /^(ghp_?|g|gh|)\[masked:github-token#....\]$/);
  }
});

Deno.test("a complete secret inside something undecided is replaced before it is shown", () => {
  const masker = testMaskSource([TOKEN]).createMasker();
  const url = `fetch https://${TOKEN.value.replaceAll("/", "%2F")}`;
  assert.equal(decode(masker.push(encode(url))) + decode(masker.idle()), `fetch https://${MASKED}`);
  assert.equal(decode(masker.push(encode(" done"))) + decode(masker.flush()), " done");
});
