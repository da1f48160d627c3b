"""What is to be explored, and with which JDK: the target's class and class path (resolve.py), its compilation
(compile.py, javac.py), its sources (source.py), the JDK (jdk.py), and where files of ours live (paths.py)."""
