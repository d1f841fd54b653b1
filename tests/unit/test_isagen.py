"""Tests of tools/isagen.py: its output is reproducible, and a mistake in a table is named with file and line."""
import os
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ISAGEN = os.path.join(ROOT, "tools", "isagen.py")

GOOD = """register R core aic reset 0x10 ; a register
instr x
    name   asc_x asc_old_x
    core   aic
    pipe   MTE2
    page   p.md 1
    about  Does x; well.
    types  T : int8_t | half
    reads  R
    form   sync (cbuf T* dst, gm T* src, u16 n, i16 stride)  # a comment
    form   (cbuf T* dst, gm T* src, \\
            u16 n)
    arg    dst     align 32 drop                 ; where to
    arg    src                                   ; where from
    arg    n       range 1..2^12-1  field 12  nop ; how many
    arg    stride  default 0  unit byte          ; distance
refuse asc_y ; there is no y
rule 101 SOME-RULE error ; a title
    explain Because.
    explain And "why".
    fix     Do that.
"""


def generate(*tables):
    """Runs isagen.py on tables given as texts; returns (exit status, error text, {path: content})."""
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for i, text in enumerate(tables):
            paths.append(f"t{i}.tab")
            with open(os.path.join(folder, paths[-1]), "w", encoding="utf-8") as table:
                table.write(text)
        command = [sys.executable, ISAGEN, "--out", "out"] + paths
        run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        files = {}
        for directory, _, names in os.walk(os.path.join(folder, "out")):
            for name in names:
                path = os.path.join(directory, name)
                with open(path, encoding="utf-8") as file:
                    files[os.path.relpath(path, os.path.join(folder, "out"))] = file.read()
        return run.returncode, run.stderr, files


class GoodTables(unittest.TestCase):
    def setUp(self):
        status, errors, self.files = generate(GOOD)
        self.assertEqual((status, errors), (0, ""))

    def test_files(self):
        self.assertEqual(sorted(self.files), [
            "include/belay/args.h", "include/belay/dtype.hpp", "include/belay/ops.h", "include/c_api/generated/t0.hpp",
            "src/isa/table.c", "src/isa/table.h", "src/report/rules.c", "src/report/rules.h"])

    def test_reproducible(self):
        self.assertEqual(generate(GOOD)[2], self.files)

    def test_arguments(self):
        self.assertIn("struct belay_x_args {\n    uint64_t dst, src, n, stride;\n};",
                      self.files["include/belay/args.h"])
        table = self.files["src/isa/table.c"]
        self.assertIn(".align = 32, .align_action = BELAY_ALIGN_DROP, "
                      ".kind = BELAY_ARG_POINTER, .space = BELAY_L1", table)
        self.assertIn('.about = "Does x; well."', table)
        self.assertIn(".ranged = true, .low = 1, .high = 4095, .width = 16, .field = 12, .nop = BELAY_NOP_WARN", table)
        self.assertIn(".is_signed = true, .width = 16", table)
        self.assertIn(".optional = true, .initial = 0", table)
        self.assertIn(".reads = 0x1, .writes = 0x0, .lower = belay_lower_x,", table)
        self.assertIn("static const uint32_t x_dtypes[] = {0x1, 0x9};", table)
        self.assertIn(".dtypes = 2, .dtype = x_dtypes,", table)

    def test_writes(self):
        files = generate(GOOD.replace("    reads  R\n", "    writes R\n"))[2]
        self.assertIn(".reads = 0x0, .writes = 0x1, .lower = belay_lower_x,", files["src/isa/table.c"])

    def test_words(self):
        table = GOOD.replace("i16 stride", "f32 stride").replace("unit byte ", "part low:0+4 part high:4+60 ")
        files = generate(table)[2]
        self.assertIn('.is_float = true, .parts = 2, .part = (const struct belay_part_info[]){{"low", 0, 4}, '
                      '{"high", 4, 60}}', files["src/isa/table.c"])

    def test_overloads(self):
        header = self.files["include/c_api/generated/t0.hpp"]
        for function in ("asc_x(", "asc_x_sync(", "asc_old_x(", "asc_old_x_sync("):
            self.assertIn("inline void " + function, header)
        self.assertIn("(uint64_t)(uintptr_t)src, n, 0};", header)
        self.assertIn("(uint64_t)(int64_t)stride};", header)
        self.assertIn('BELAY_REFUSE(asc_y, "asc_y is not supported on dav-3510: there is no y")', header)

    def test_results_and_values(self):
        table = GOOD.replace("types  T : int8_t | half", "types  T : float | half\n    returns T")
        table = table.replace("u16 n, i16 stride", "u16 n, T stride").replace("refuse asc_y ;", "refuse asc_y/2 ;")
        header = generate(table)[2]["include/c_api/generated/t0.hpp"]
        self.assertIn("inline half asc_x(half *dst, half *src, uint16_t n, half stride, BELAY_WHERE)", header)
        self.assertIn("return half::from_bits((uint16_t)::belay_issue(BELAY_OP_x, 0x9, args, &where));", header)
        self.assertIn("return __builtin_bit_cast(float, (uint32_t)::belay_issue(", header)
        self.assertIn('BELAY_REFUSE_FORM(asc_y, 2, "asc_y with 2 arguments is not supported on', header)

    def test_rules(self):
        self.assertIn("BELAY_RULE_SOME_RULE,", self.files["src/report/rules.h"])
        self.assertIn('101, "SOME-RULE", BELAY_ERROR,', self.files["src/report/rules.c"])
        self.assertIn('"Because. And \\"why\\".",', self.files["src/report/rules.c"])


class BadTables(unittest.TestCase):
    def check(self, old, new, message):
        """Replaces a piece of the good table; isagen.py must stop with `message` and write nothing."""
        self.assertIn(old, GOOD)
        status, errors, files = generate(GOOD.replace(old, new, 1))
        self.assertEqual(status, 1)
        self.assertEqual(errors.strip(), message)
        self.assertEqual(files, {})

    def test_statements(self):
        self.check("    pipe   MTE2", "    pip MTE2", "t0.tab:5: unknown statement 'pip' in instruction x")
        self.check("pipe   MTE2", "pipe MTE9", "t0.tab:5: 'MTE9' is not a pipe; use one of: S V M MTE1 MTE2 MTE3 FIX")
        self.check("    core   aic\n", "", "t0.tab:2: instruction x has no 'core'")
        self.check("register R", "wrong R", "t0.tab:1: 'wrong' stands outside of an instruction")
        self.check("register R core aic reset 0x10 ; a register\n", "register R core aic\n",
                   "t0.tab:1: write: register NAME core aic|aiv|any reset NUMBER ; meaning")

    def test_types(self):
        self.check("int8_t | half", "int8_t | haff", "t0.tab:8: unknown element type 'haff'")
        self.check("int8_t | half", "int8_t | half half", "t0.tab:8: 'half half' does not name 1 element types")
        self.check("int8_t | half", "half | half", "t0.tab:8: 'half' is listed twice")
        self.check("reads  R", "reads  Q", "t0.tab:9: unknown register 'Q'")

    def test_forms(self):
        self.check("u16 n, i16", "u17 n, i16",
                   "t0.tab:10: 'u17 n' is not a parameter: write TYPE NAME or SPACE ELEMENT* NAME")
        self.check("gm T* src", "gn T* src", "t0.tab:10: unknown memory space 'gn' in 'gn T* src'")
        self.check("u16 n, i16", "u16 m, i16", "t0.tab:10: parameter 'm' has no 'arg' line")
        self.check("            u16 n)", "            u32 n, i16 n)", "t0.tab:11: a parameter name occurs twice")
        self.check("default 0", "",
                   "t0.tab:11: argument 'stride' is not a parameter of this form and has no default")
        self.check("            u16 n)", "            u16 n, i16 stride)",
                   "t0.tab:11: asc_x already has an overload (int8_t *, int8_t *, uint16_t, int16_t)")

    def test_sync(self):
        self.check("core   aic", "core   any", "t0.tab:10: a form with 'sync' needs an instruction of one kind of core")

    def test_arguments(self):
        self.check("align 32 drop", "align 33 drop", "t0.tab:13: write: align N drop|down|keep, N a power of two")
        self.check("1..2^12-1", "1-4", "t0.tab:15: '1-4' is not a number; write N, 0xN, 2^N or 2^N-1")
        self.check("1..2^12-1", "9..4", "t0.tab:15: the range 9..4 is empty or too large")
        self.check("nop ;", "nope ;", "t0.tab:15: unknown property 'nope' of argument n")
        self.check("unit byte ", "unit", "t0.tab:16: a property lacks its value")
        self.check("unit byte ", "part low:60+5 ",
                   "t0.tab:16: 'low:60+5' is not a part of a word: write NAME:LOW+BITS")

    def test_rules(self):
        self.check("    fix     Do that.\n", "", "t0.tab:18: rule SOME-RULE needs a title, 'explain' and 'fix'")
        self.check("rule 101 SOME-RULE error", "rule 101 SOME-RULE bad",
                   "t0.tab:18: write: rule NUMBER NAME error|warning|note ; title")
        self.check("refuse asc_y ; there is no y", "refuse asc_y", "t0.tab:17: write: refuse NAME... ; reason")

    def test_repetition(self):
        status, errors, _ = generate(GOOD, "rule 101 OTHER note ; a title\n    explain E.\n    fix F.\n")
        self.assertEqual((status, errors.strip()), (1, "t1.tab:1: rule 101 OTHER repeats rule 101 SOME-RULE"))
        status, errors, _ = generate(GOOD, "instr x\n" + "\n".join(GOOD.splitlines()[2:7]) + "\n    form ()\n")
        self.assertEqual((status, errors.strip()), (1, "t1.tab:1: instruction x is described twice (first: t0.tab)"))

    def test_missing_file(self):
        run = subprocess.run([sys.executable, ISAGEN, "--out", "/nonexistent/out", "/nonexistent/x.tab"],
                             capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 1)
        self.assertIn("/nonexistent/x.tab", run.stderr)


if __name__ == "__main__":
    unittest.main()
